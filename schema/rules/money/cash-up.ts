import { amountToCents, centsToAmount } from '../../values/money.ts'
import { isRefund, paymentMethods } from '../../values/payments/payment-kind.ts'
import { localDay } from '../text/calendar.ts'
import { isInRange, type ReportMoney, type ReportRange, reportStepSize } from './report.ts'

/** One method's payments and refunds, in whole units of money; `net` is the difference. */
export type CashUpSum = { taken: number; refunded: number; net: number; count: number }

/** Null: method unknown. */
export type CashUpMethod = string | null

export const cashUpMethods: readonly CashUpMethod[] = [...paymentMethods, null]

export type CashUpPart = { byMethod: ReadonlyMap<CashUpMethod, CashUpSum>; total: CashUpSum }

/** `days`: newest first, in the shop's zone; without empty days. */
export type CashUp = { days: readonly (CashUpPart & { day: string })[]; all: CashUpPart }

export type CashUpInput = { payments: Iterable<ReportMoney>; range: ReportRange; timeZone: string }

/** Payments by day and method, including tax, to compare with the cash drawer. */
export function buildCashUp(input: CashUpInput): CashUp {
  const steps = buildCashUpInSteps(input)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

export function* buildCashUpInSteps({ payments, range, timeZone }: CashUpInput): Generator<undefined, CashUp> {
  const centsByDay = new Map<string, PartCents>()
  const all: PartCents = new Map()
  let count = 0
  for (const payment of payments) {
    if (++count % reportStepSize === 0) yield
    if (!isInRange(payment.createdAt, range)) continue
    const day = localDay(payment.createdAt, timeZone)
    const part = centsByDay.get(day) ?? new Map<CashUpMethod, SumCents>()
    centsByDay.set(day, part)
    addTo(part, payment)
    addTo(all, payment)
  }
  const days = [...centsByDay].sort(([one], [other]) => (one < other ? 1 : -1)).map(([day, part]) => ({ day, ...toPart(part) }))
  return { days, all: toPart(all) }
}

type SumCents = { taken: number; refunded: number; count: number }
type PartCents = Map<CashUpMethod, SumCents>

function addTo(part: PartCents, payment: ReportMoney): void {
  const method = payment.method ?? null
  const sum = part.get(method) ?? { taken: 0, refunded: 0, count: 0 }
  part.set(method, sum)
  sum.count++
  if (isRefund(payment)) sum.refunded += amountToCents(payment.amount)
  else sum.taken += amountToCents(payment.amount)
}

function toPart(part: PartCents): CashUpPart {
  const total: SumCents = { taken: 0, refunded: 0, count: 0 }
  for (const { taken, refunded, count } of part.values()) {
    total.taken += taken
    total.refunded += refunded
    total.count += count
  }
  return { byMethod: new Map([...part].map(([method, sum]) => [method, toSum(sum)])), total: toSum(total) }
}

const toSum = ({ taken, refunded, count }: SumCents): CashUpSum => ({
  taken: centsToAmount(taken),
  refunded: centsToAmount(refunded),
  net: centsToAmount(taken - refunded),
  count,
})
