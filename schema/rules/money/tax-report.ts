import { amountToCents, centsToAmount } from '../../values/money.ts'
import { paymentToSigned } from '../../values/payments/payment-kind.ts'
import { documentToSign } from './journal.ts'
import { divideHalfUp } from './line-totals.ts'
import { untaxedName } from './price.ts'
import { isInRange, type ReportRange } from './report.ts'

/** One rate's sums, in whole units of money; credit notes and refunds count against. */
export type TaxSum = { name: string; percent: number; base: number; tax: number }

/** `sums`: the highest percent first. */
export type TaxPart = { sums: readonly TaxSum[]; base: number; tax: number }

/** `documents`: by date of issue; `payments`: by date received. */
export type TaxReport = { documents: TaxPart; payments: TaxPart }

type Taxes = readonly TaxSum[]
type TaxedDocument = { kind: string; issuedAt: string | null; net: number; taxes: Taxes }
type TaxedPayment = { id: string; orderId: string; createdAt: string; paymentAmount: number; kind?: unknown }

export type TaxReportInput = {
  /** Drafts are passed over. */
  documents: Iterable<TaxedDocument>
  /** All of the orders that are paid in the range, earlier ones, too. */
  payments: readonly TaxedPayment[]
  /** By the one rule of the price; `taxes` is empty where the shop charges none. */
  priceOf: (orderId: string) => { total: number | null; taxes: Taxes } | undefined
  range: ReportRange
}

/** What a payment pays beyond a price, such as a deposit before there is one. */
export const unpricedName = 'Without a price'

/** Bases and taxes by rate: of what was issued, and of what was received. */
export function buildTaxReport({ documents, payments, priceOf, range }: TaxReportInput): TaxReport {
  const [issued, received] = [new TaxCents(), new TaxCents()]
  for (const { kind, issuedAt, net, taxes } of documents) {
    if (issuedAt === null || !isInRange(issuedAt, range)) continue
    const sign = documentToSign(kind)
    const all = taxes.length === 0 ? [{ name: untaxedName, percent: 0, base: net, tax: 0 }] : taxes
    for (const { base, tax, ...rate } of all) issued.add(rate, sign * amountToCents(base), sign * amountToCents(tax))
  }
  for (const [orderId, ofOrder] of Map.groupBy(payments, (payment) => payment.orderId)) addPayments(received, ofOrder, priceOf(orderId), range)
  return { documents: issued.toPart(), payments: received.toPart() }
}

/**
 * Each payment pays the part of every tax that it is of the price. What is paid so far has its part, rounded once, so that the payments of
 * a paid order are its taxes to the cent.
 */
function addPayments(received: TaxCents, payments: readonly TaxedPayment[], price: ReturnType<TaxReportInput['priceOf']>, range: ReportRange): void {
  let paid = 0
  for (const payment of payments.toSorted((one, other) => compareTexts(one.createdAt, other.createdAt) || compareTexts(one.id, other.id))) {
    const before = paid
    paid += amountToCents(paymentToSigned(payment))
    if (!isInRange(payment.createdAt, range)) continue
    const [from, to] = [toPaidTaxes(before, price), toPaidTaxes(paid, price)]
    for (const [place, { rate, base, tax }] of to.entries()) received.add(rate, base - (from[place]?.base ?? 0), tax - (from[place]?.tax ?? 0))
  }
}

const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)

type Rate = Pick<TaxSum, 'name' | 'percent'>

/** Of the sum of an order's payments: the part of each tax, then what is beyond the price. In cents. */
function toPaidTaxes(paid: number, price: ReturnType<TaxReportInput['priceOf']>): { rate: Rate; base: number; tax: number }[] {
  const total = amountToCents(price?.total ?? 0)
  const within = total > 0 ? Math.max(0, Math.min(paid, total)) : 0
  const taxes = price === undefined || price.taxes.length > 0 ? (price?.taxes ?? []) : [{ name: untaxedName, percent: 0, base: centsToAmount(total), tax: 0 }]
  let [gross, given] = [0, 0]
  const parts = taxes.map(({ base, tax, ...rate }) => {
    gross += amountToCents(base) + amountToCents(tax)
    const until = toShare(within, gross, total)
    const [own, paidTax] = [until - given, toShare(amountToCents(tax), within, total)]
    given = until
    return { rate, base: own - paidTax, tax: paidTax }
  })
  return [...parts, { rate: { name: unpricedName, percent: 0 }, base: paid - within, tax: 0 }]
}

const toShare = (cents: number, part: number, whole: number): number => (whole === 0 ? 0 : Number(divideHalfUp(BigInt(cents) * BigInt(part), BigInt(whole))))

class TaxCents {
  readonly #sumByRate = new Map<string, { rate: Rate; base: number; tax: number }>()

  add({ name, percent }: Rate, base: number, tax: number): void {
    if (base === 0 && tax === 0) return
    const key = JSON.stringify([name, percent])
    const sum = this.#sumByRate.get(key) ?? { rate: { name, percent }, base: 0, tax: 0 }
    this.#sumByRate.set(key, { ...sum, base: sum.base + base, tax: sum.tax + tax })
  }

  toPart(): TaxPart {
    const all = [...this.#sumByRate.values()]
    const sums = all.map(({ rate, base, tax }) => ({ ...rate, base: centsToAmount(base), tax: centsToAmount(tax) }))
    return {
      sums: sums.toSorted((one, other) => other.percent - one.percent || compareTexts(one.name, other.name)),
      base: centsToAmount(all.reduce((cents, { base }) => cents + base, 0)),
      tax: centsToAmount(all.reduce((cents, { tax }) => cents + tax, 0)),
    }
  }
}
