import { useEffect, useMemo, useRef, useState } from 'react'
import type { Cost } from '#schema/collections/work/costs.ts'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { AppError } from '#schema/errors.ts'
import { dayToInstantRange } from '#schema/rules/text/calendar.ts'
import { isAfterTax } from '#schema/rules/money/after-tax.ts'
import type { TaxMode } from '#schema/values/taxes/tax-rate.ts'
import { lineToPartCost, type ReportMoney, type ReportRange } from '#schema/rules/money/report.ts'
import { isAborted } from '#web/api/errors.ts'
import { listMoney } from '#web/api/shop-api.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useIsOffline } from '#web/device/react/use-device.ts'

export type Money = { payments: ReportMoney[]; costs: ReportMoney[]; range: ReportRange }

export type ReportMoneyState = {
  /** Undefined before the first read; holds the previous range, named in it, while a new one loads. */
  money: Money | undefined
  /** Source of `money`: `device` while offline and until the server answers. */
  source: 'device' | 'server'
  isAsking: boolean
  /** A new range is loading. */
  isReading: boolean
  /** The server denies reports to this user. */
  isForbidden: boolean
}

type Answer = { key: string; money: Money }

/** Debounces bursts of changes; the request is skipped if the answer holds them already. */
const pauseMs = 400

/** Retry delay when the server is unreachable or overloaded. */
const retryMs = 5_000

/** For a large shop the server may take long to send its first byte. */
const timeoutMs = 60_000

/**
 * Payments and costs of a date range: the device's at once, then the server's. Both use the same rule; repeated when
 * money changes here.
 */
type Asked = { from: string | null; to: string | null; timezone: string; taxMode: TaxMode; /** The currency's smallest unit. */ unitCents: number }

export function useReportMoney(shopId: string, { from, to, timezone, taxMode, unitCents }: Asked): ReportMoneyState {
  const range = useMemo(() => dayToInstantRange(from, to, timezone), [from, to, timezone])
  const paymentToMoney = useMemo(() => toPaymentReader(taxMode), [taxMode])
  const ownMoney = useOwnMoney(shopId, range, paymentToMoney, unitCents)
  const isOffline = useIsOffline()
  const key = `${shopId}/${from}/${to}/${timezone}`
  const [answer, setAnswer] = useState<Answer | undefined>()
  const [forbiddenKey, setForbiddenKey] = useState<string | undefined>()
  const [isAsking, setIsAsking] = useState(false)

  const latest = useRef<{ answer: Answer | undefined; own: Money | undefined }>({ answer: undefined, own: undefined })
  latest.current.own = ownMoney
  const asking = useRef<ReturnType<typeof keepAsking>>(undefined)

  useEffect(() => {
    if (isOffline) return undefined
    const askFor = <Row>(collection: 'payments' | 'costs' | 'order-lines', signal: AbortSignal): Promise<Row[]> =>
      listMoney<Row>(shopId, collection, { dateFrom: from, dateTo: to, timezone }, signal, timeoutMs)
    const keep = (next: Answer | undefined): void => {
      latest.current.answer = next
      setAnswer(next)
    }
    const ask = async (signal: AbortSignal): Promise<boolean> => {
      setIsAsking(true)
      try {
        const [payments, costs, lines] = await Promise.all([
          askFor<Payment>('payments', signal),
          askFor<Cost>('costs', signal),
          askFor<OrderLine>('order-lines', signal),
        ])
        const money = { payments: payments.map(paymentToMoney), costs: joinCosts(costs, lines, unitCents), range }
        // Keep the object when the rows are equal, to avoid a new count.
        keep({ key, money: isSameMoney(money, latest.current.own) ? latest.current.own : money })
        setForbiddenKey(undefined)
      } catch (error) {
        if (signal.aborted || isAborted(error)) return true
        // Without an answer, show the device's own figures.
        keep(undefined)
        if (!(error instanceof AppError && error.code === 'FORBIDDEN')) return false
        setForbiddenKey(key)
      } finally {
        if (!signal.aborted) setIsAsking(false)
      }
      return true
    }
    const isNeeded = (): boolean => !isSameMoney(latest.current.answer?.money, latest.current.own)
    const own = keepAsking({ ask, isNeeded, pauseMs, retryMs, monotonic: () => performance.now() })
    asking.current = own
    return () => {
      own.stop()
      asking.current = undefined
      setIsAsking(false)
    }
  }, [shopId, from, to, timezone, range, key, isOffline, paymentToMoney, unitCents])

  useEffect(() => asking.current?.changed(), [ownMoney])

  const isAnswered = !isOffline && answer?.key === key
  const money = isAnswered ? answer.money : ownMoney
  return { money, isReading: money?.range !== range, source: isAnswered ? 'server' : 'device', isAsking, isForbidden: forbiddenKey === key }
}

/** The device's own payments, costs and lines, live; the previous range stays until the new one is read. */
function useOwnMoney(shopId: string, range: ReportRange, paymentToMoney: PaymentReader, unitCents: number): Money | undefined {
  const device = useDevice()
  const [held, setHeld] = useState<{ shopId: string; money: Money } | undefined>()
  useEffect(() => {
    let payments: ReportMoney[] | undefined
    let costs: Cost[] | undefined
    let lines: OrderLine[] | undefined
    const tell = (): void => {
      if (payments === undefined || costs === undefined || lines === undefined) return
      setHeld({ shopId, money: { payments, costs: joinCosts(costs, lines, unitCents), range } })
    }
    const stops = [
      device.rows.watchRange('payments', shopId, range, (rows) => {
        payments = rows.map(paymentToMoney)
        tell()
      }),
      device.rows.watchRange('costs', shopId, range, (rows) => {
        costs = rows
        tell()
      }),
      device.rows.watchRange('order_lines', shopId, range, (rows) => {
        lines = rows
        tell()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [device, shopId, range, paymentToMoney, unitCents])
  return held?.shopId === shopId ? held.money : undefined
}

/** Whether both hold the same rows, so that another request is needless. */
const isSameMoney = (one: Money | undefined, other: Money | undefined): other is Money =>
  one !== undefined && other?.range === one.range && (one === other || (isSameRows(one.payments, other.payments) && isSameRows(one.costs, other.costs)))

function isSameRows(one: readonly ReportMoney[], other: readonly ReportMoney[]): boolean {
  if (one.length !== other.length) return false
  const oneById = new Map(one.map((money) => [money.id, money]))
  return other.every((money) => {
    const same = oneById.get(money.id)
    return same !== undefined && moneyFields.every((name) => same[name] === money[name])
  })
}

const moneyFields = ['orderId', 'createdAt', 'amount', 'text', 'afterTax', 'method', 'kind', 'isPart'] as const satisfies (keyof ReportMoney)[]

type PaymentReader = (payment: Payment) => ReportMoney

const toPaymentReader =
  (taxMode: TaxMode): PaymentReader =>
  ({ id, orderId, createdAt, paymentAmount, paymentText, afterTax, method, kind }) => ({
    id,
    orderId,
    createdAt,
    amount: paymentAmount,
    text: paymentText,
    afterTax: isAfterTax({ afterTax }, taxMode),
    method,
    kind,
  })

/** What was entered as a cost, and what the parts of lines cost. */
const joinCosts = (costs: readonly Cost[], lines: readonly OrderLine[], unitCents: number): ReportMoney[] => [
  ...costs.map(costToMoney),
  ...lines.map((line) => lineToPartCost(line, unitCents)).filter((cost) => cost !== undefined),
]

const costToMoney = ({ id, orderId, createdAt, costAmount, costText, afterTax }: Cost): ReportMoney => ({
  id,
  orderId,
  createdAt,
  amount: costAmount,
  text: costText,
  afterTax,
})

type Asking = {
  /** Reports a change: asks again, unless `isNeeded` says otherwise by then. */
  changed: () => void
  stop: () => void
}

type KeepAskingOptions = {
  /** Resolves to true on an answer, to false if a retry makes sense. */
  ask: (signal: AbortSignal) => Promise<boolean>
  /** Whether the last answer is outdated. */
  isNeeded: () => boolean
  /** Minimum time between an answer and the next request; a slow answer extends it to its own duration. */
  pauseMs: number
  /** Delay after a failed request. */
  retryMs: number
  /** A monotonic clock in milliseconds. */
  monotonic: () => number
}

/**
 * Asks at once and again after changes, one request at a time. A stream of changes neither aborts nor starves requests,
 * and a slow server gets fewer.
 */
export function keepAsking({ ask, isNeeded, pauseMs, retryMs, monotonic }: KeepAskingOptions): Asking {
  const controller = new AbortController()
  let state: 'asking' | 'waiting' | 'idle' = 'idle'
  let isChanged = false
  let pause = pauseMs
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = (ms: number, isDue: () => boolean): void => {
    state = 'waiting'
    timer = setTimeout(() => {
      state = 'idle'
      if (isDue()) void run()
    }, ms)
  }
  const run = async (): Promise<void> => {
    state = 'asking'
    isChanged = false
    const startedAt = monotonic()
    const isAnswered = await ask(controller.signal)
    if (controller.signal.aborted) return
    pause = Math.max(pauseMs, monotonic() - startedAt)
    if (!isAnswered) wait(retryMs, () => true)
    else if (isChanged) wait(pause, isNeeded)
    else state = 'idle'
  }
  void run()
  return {
    changed() {
      isChanged = true
      if (state === 'idle') wait(pause, isNeeded)
    },
    stop() {
      clearTimeout(timer)
      controller.abort()
    },
  }
}
