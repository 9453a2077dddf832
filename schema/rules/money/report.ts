import { amountToCents, centsToAmount } from '../../values/money.ts'
import { toLineTotal } from './line-totals.ts'
import { isRefund } from '../../values/payments/payment-kind.ts'

/** A stored payment or cost: positive, in whole units of money; the cost of a part that came back is negative. */
export type ReportMoney = {
  id: string
  orderId: string
  createdAt: string
  amount: number
  afterTax: boolean
  text: string | null
  /** Payments only; absent means none. */
  method?: string | null | undefined
  kind?: string | null | undefined
  /** Of a cost: of a line of the order, not entered as one. */
  isPart?: boolean | undefined
}

export type ReportLine = {
  id: string
  kind: 'payment' | 'refund' | 'cost' | 'part'
  /** In whole units of money; costs and refunds are negative. Without tax if `taxPercent` was given. */
  amount: number
  afterTax: boolean
  text: string | null
  createdAt: string
}

export type ReportOrder = { orderId: string; totalPayments: number; totalCosts: number; net: number; lines: ReportLine[] }

/** Whole units of money. `totalCosts` is positive. */
export type ReportSummary = { totalPayments: number; beforeTaxPayments: number; afterTaxPayments: number; totalCosts: number; netProfit: number }

export type Report = { orders: ReportOrder[]; summary: ReportSummary }

type CostedLine = { id: string; orderId: string; createdAt: string; description: string; quantity: number; unitCost: number | null; returnOf: string | null }

/** What the part of a line cost the shop, also of one that the quote includes; below 0 for one that came back; undefined for a line without a cost. */
export function lineToPartCost({ id, orderId, createdAt, description, quantity, unitCost, returnOf }: CostedLine, unitCents: number): ReportMoney | undefined {
  if (unitCost === null || unitCost === 0) return undefined
  const text = quantity === 1 ? description : `${description} × ${quantity}`
  return {
    id,
    orderId,
    createdAt,
    amount: toLineTotal({ quantity, unitPrice: returnOf === null ? unitCost : 0 - unitCost }, unitCents),
    afterTax: false,
    text,
    isPart: true,
  }
}

/** `fromInstant <= createdAt < toInstantExclusive`, null for open; see `dayToInstantRange`. */
export type ReportRange = { fromInstant: string | null; toInstantExclusive: string | null }

export type ReportInput = {
  payments: Iterable<ReportMoney>
  costs: Iterable<ReportMoney>
  range: ReportRange
  /** 0 to 100 with at most two decimals; null keeps tax. */
  taxPercent: number | null
}

/**
 * Computes the report, on device and server: payments and costs dated in the range, by order. Orders are sorted by
 * newest line, then id; lines by date, then id.
 * @throws RangeError for a percentage outside of 0 to 100
 */
export function buildReport(input: ReportInput): Report {
  const steps = buildReportInSteps(input)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Lines or orders per step: a few milliseconds on a tablet. */
export const reportStepSize = 2_000

/** Yields, so that the screen stays responsive. @throws RangeError as `buildReport` */
export function* buildReportInSteps({ payments, costs, range, taxPercent }: ReportInput): Generator<undefined, Report> {
  const groupByOrder = new Map<string, OrderGroup>()
  const sums = { payments: 0, before: 0, after: 0, costs: 0 }
  const add = (kind: ReportLine['kind'], { id, orderId, createdAt, amount, afterTax, text }: ReportMoney): void => {
    const isCost = kind === 'cost' || kind === 'part'
    if (!isInRange(createdAt, range)) return
    const positive = afterTax && taxPercent !== null ? excludeTax(amountToCents(amount), taxPercent) : amountToCents(amount)
    const cents = kind === 'refund' ? -positive : positive
    if (isCost) sums.costs += cents
    else {
      sums.payments += cents
      if (afterTax) sums.after += cents
      else sums.before += cents
    }
    let group = groupByOrder.get(orderId)
    if (group === undefined) {
      group = { orderId, lines: [], paymentCents: 0, costCents: 0 }
      groupByOrder.set(orderId, group)
    }
    if (isCost) group.costCents += cents
    else group.paymentCents += cents
    group.lines.push({ id, kind, amount: centsToAmount(isCost ? -cents : cents) + 0, afterTax, text, createdAt })
  }
  let count = 0
  const isStepOver = (): boolean => ++count % reportStepSize === 0
  for (const payment of payments) {
    add(isRefund(payment) ? 'refund' : 'payment', payment)
    if (isStepOver()) yield
  }
  for (const cost of costs) {
    add(cost.isPart === true ? 'part' : 'cost', cost)
    if (isStepOver()) yield
  }
  const orders: ReportOrder[] = []
  for (const group of groupByOrder.values()) {
    orders.push(groupToOrder(group))
    if (isStepOver()) yield
  }
  orders.sort(compareReportOrders)
  return {
    orders,
    summary: {
      totalPayments: centsToAmount(sums.payments),
      beforeTaxPayments: centsToAmount(sums.before),
      afterTaxPayments: centsToAmount(sums.after),
      totalCosts: centsToAmount(sums.costs),
      netProfit: centsToAmount(sums.payments - sums.costs),
    },
  }
}

/** Net cents: cents / (1 + p/100), rounded half up. `percent` has at most two decimals. Integer arithmetic, so that both sides agree. */
export function excludeTax(cents: number, percent: number): number {
  if (!(percent >= 0 && percent <= 100)) throw new RangeError(`Not a percentage of tax: ${percent}`)
  const divisor = 10_000 + Math.round(percent * 100)
  return Math.floor((2 * cents * 10_000 + divisor) / (2 * divisor))
}

/** Summed incrementally: a whole shop has tens of thousands of lines. */
type OrderGroup = { orderId: string; lines: ReportLine[]; paymentCents: number; costCents: number }

const compareLines = (a: ReportLine, b: ReportLine): number => compareTexts(a.createdAt, b.createdAt) || compareTexts(a.id, b.id)

function groupToOrder({ orderId, lines, paymentCents, costCents }: OrderGroup): ReportOrder {
  if (lines.length > 1) lines.sort(compareLines)
  return { orderId, totalPayments: centsToAmount(paymentCents), totalCosts: centsToAmount(costCents), net: centsToAmount(paymentCents - costCents), lines }
}

const newestOf = ({ lines }: ReportOrder): string => lines.at(-1)?.createdAt ?? ''

const compareReportOrders = (a: ReportOrder, b: ReportOrder): number => compareTexts(newestOf(b), newestOf(a)) || compareTexts(a.orderId, b.orderId)

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

export const isInRange = (instant: string, { fromInstant, toInstantExclusive }: ReportRange): boolean =>
  (fromInstant === null || instant >= fromInstant) && (toInstantExclusive === null || instant < toInstantExclusive)
