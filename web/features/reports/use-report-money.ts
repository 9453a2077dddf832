import { useEffect, useMemo, useRef, useState } from 'react'
import type { Cost } from '#schema/collections/costs.ts'
import type { Payment } from '#schema/collections/payments.ts'
import { AppError } from '#schema/errors.ts'
import { dayToInstantRange } from '#schema/rules/calendar.ts'
import type { ReportMoney } from '#schema/rules/report.ts'
import { isAborted } from '#web/api/errors.ts'
import { request } from '#web/api/http.ts'
import { useRowsInRange, useSyncStatus } from '#web/db/use-device.ts'
import { browserTimeZone } from '#web/fields/time.ts'
import { keepAsking } from './keep-asking.ts'

export type ReportMoneyState = {
  /** Undefined while nothing is known yet. */
  money: { payments: ReportMoney[]; costs: ReportMoney[] } | undefined
  /** Who said so last: `device` while offline, and until the server has answered. */
  source: 'device' | 'server'
  isAsking: boolean
  /** The server refuses reports to this person (REP-13). */
  isForbidden: boolean
}

type Answer = { key: string; payments: Payment[]; costs: Cost[] }

/** A burst of changes is asked about once, and only if the answer does not hold them already. */
const pauseMs = 400

/** A server that is out of reach or overloaded is asked again after this pause. */
const retryMs = 5_000

/** All the money of a big shop may take the server a while before the first byte. */
const timeoutMs = 60_000

/**
 * Payments and costs of a range of days: the device's own at once, the server's as soon as it answers. Both sides count by the
 * same rule; asked anew when money changes here.
 */
export function useReportMoney(shopId: string, from: string | null, to: string | null): ReportMoneyState {
  const timezone = browserTimeZone()
  const range = useMemo(() => dayToInstantRange(from, to, timezone), [from, to, timezone])
  const ownPayments = useRowsInRange('payments', shopId, range)
  const ownCosts = useRowsInRange('costs', shopId, range)
  const isOffline = useSyncStatus().state === 'offline'
  const key = `${shopId}/${from}/${to}`
  const [answer, setAnswer] = useState<Answer | undefined>()
  const [forbiddenKey, setForbiddenKey] = useState<string | undefined>()
  const [isAsking, setIsAsking] = useState(false)

  const latest = useRef<{ answer: Answer | undefined; own: [Payment[] | undefined, Cost[] | undefined] }>({ answer: undefined, own: [undefined, undefined] })
  latest.current.own = [ownPayments, ownCosts]
  const asking = useRef<ReturnType<typeof keepAsking>>(undefined)

  useEffect(() => {
    if (isOffline) return undefined
    const askFor = async <Row>(collection: 'payments' | 'costs', signal: AbortSignal): Promise<Row[]> =>
      request<Row[]>('GET', `/api/${encodeURIComponent(shopId)}/${collection}`, undefined, { query: { dateFrom: from, dateTo: to, timezone }, signal, timeoutMs })
    const keep = (next: Answer | undefined): void => {
      latest.current.answer = next
      setAnswer(next)
    }
    const ask = async (signal: AbortSignal): Promise<boolean> => {
      setIsAsking(true)
      try {
        const [payments, costs] = await Promise.all([askFor<Payment>('payments', signal), askFor<Cost>('costs', signal)])
        keep({ key, payments, costs })
        setForbiddenKey(undefined)
      } catch (error) {
        if (signal.aborted || isAborted(error)) return true
        // Without an answer the device's own figures stand.
        keep(undefined)
        if (!(error instanceof AppError && error.code === 'FORBIDDEN')) return false
        setForbiddenKey(key)
      } finally {
        if (!signal.aborted) setIsAsking(false)
      }
      return true
    }
    const isNeeded = (): boolean => !isAnswerOf(latest.current.answer, ...latest.current.own)
    const own = keepAsking({ ask, isNeeded, pauseMs, retryMs, monotonic: () => performance.now() })
    asking.current = own
    return () => {
      own.stop()
      asking.current = undefined
      setIsAsking(false)
    }
  }, [shopId, from, to, timezone, key, isOffline])

  useEffect(() => asking.current?.changed(), [ownPayments, ownCosts])

  const isAnswered = !isOffline && answer?.key === key
  const payments = isAnswered ? answer.payments : ownPayments
  const costs = isAnswered ? answer.costs : ownCosts
  const money = useMemo(
    () => (payments === undefined || costs === undefined ? undefined : { payments: payments.map(paymentToMoney), costs: costs.map(costToMoney) }),
    [payments, costs],
  )
  return { money, source: isAnswered ? 'server' : 'device', isAsking, isForbidden: forbiddenKey === key }
}

/** Whether an answer holds the very rows that the device holds, so that asking again would bring nothing. */
function isAnswerOf(answer: Answer | undefined, payments: Payment[] | undefined, costs: Cost[] | undefined): boolean {
  if (answer === undefined || payments === undefined || costs === undefined) return false
  return isSameMoney(answer.payments.map(paymentToMoney), payments.map(paymentToMoney)) && isSameMoney(answer.costs.map(costToMoney), costs.map(costToMoney))
}

function isSameMoney(one: readonly ReportMoney[], other: readonly ReportMoney[]): boolean {
  if (one.length !== other.length) return false
  const textById = new Map(one.map((money) => [money.id, JSON.stringify(money)]))
  return other.every((money) => textById.get(money.id) === JSON.stringify(money))
}

const paymentToMoney = ({ id, orderId, createdAt, paymentAmount, paymentText, afterTax }: Payment): ReportMoney => ({ id, orderId, createdAt, amount: paymentAmount, text: paymentText, afterTax })
const costToMoney = ({ id, orderId, createdAt, costAmount, costText, afterTax }: Cost): ReportMoney => ({ id, orderId, createdAt, amount: costAmount, text: costText, afterTax })
