import { useEffect, useMemo, useState } from 'react'
import type { Cost } from '#schema/collections/costs.ts'
import type { Payment } from '#schema/collections/payments.ts'
import { AppError } from '#schema/errors.ts'
import { dayToInstantRange } from '#schema/rules/calendar.ts'
import type { ReportMoney } from '#schema/rules/report.ts'
import { isAborted } from '#web/api/errors.ts'
import { request } from '#web/api/http.ts'
import { useRowsInRange, useSyncStatus } from '#web/db/use-device.ts'
import { browserTimeZone } from '#web/fields/time.ts'

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

/** A burst of changes is asked about once. */
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

  useEffect(() => {
    if (isOffline) return undefined
    const controller = new AbortController()
    const ask = async <Row>(collection: 'payments' | 'costs'): Promise<Row[]> =>
      request<Row[]>('GET', `/api/${encodeURIComponent(shopId)}/${collection}`, undefined, { query: { dateFrom: from, dateTo: to, timezone }, signal: controller.signal, timeoutMs })
    const run = async (): Promise<void> => {
      setIsAsking(true)
      try {
        const [payments, costs] = await Promise.all([ask<Payment>('payments'), ask<Cost>('costs')])
        setAnswer({ key, payments, costs })
        setForbiddenKey(undefined)
      } catch (error) {
        if (controller.signal.aborted || isAborted(error)) return
        // Without an answer the device's own figures stand.
        setAnswer(undefined)
        if (error instanceof AppError && error.code === 'FORBIDDEN') setForbiddenKey(key)
        else timer = setTimeout(() => void run(), retryMs)
      }
      setIsAsking(false)
    }
    let timer = setTimeout(() => void run(), answer?.key === key ? pauseMs : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
      setIsAsking(false)
    }
    // Money that changed here is asked about anew; the answer itself must not be.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, isOffline, ownPayments, ownCosts])

  const isAnswered = !isOffline && answer?.key === key
  const payments = isAnswered ? answer.payments : ownPayments
  const costs = isAnswered ? answer.costs : ownCosts
  const money = useMemo(
    () => (payments === undefined || costs === undefined ? undefined : { payments: payments.map(paymentToMoney), costs: costs.map(costToMoney) }),
    [payments, costs],
  )
  return { money, source: isAnswered ? 'server' : 'device', isAsking, isForbidden: forbiddenKey === key }
}

const paymentToMoney = ({ id, orderId, createdAt, paymentAmount, paymentText, afterTax }: Payment): ReportMoney => ({ id, orderId, createdAt, amount: paymentAmount, text: paymentText, afterTax })
const costToMoney = ({ id, orderId, createdAt, costAmount, costText, afterTax }: Cost): ReportMoney => ({ id, orderId, createdAt, amount: costAmount, text: costText, afterTax })
