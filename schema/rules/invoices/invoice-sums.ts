import type { InvoiceLine, InvoiceTax } from '../../collections/work/invoice-content.ts'
import type { LineKind } from '../../values/order-lines/line-kind.ts'
import { amountToCents, centsToAmount } from '../../values/money.ts'
import { type Charge, type PriceInput, type PriceLine, type PricingRate, toCharges, toTaxCents, untaxedName } from '../money/price.ts'

/** What the issue freezes. The sums are those of the lines, and of the taxes. */
export type InvoiceContent = { lines: InvoiceLine[]; taxes: InvoiceTax[]; net: number; tax: number; total: number }

export type DescribedLine = PriceLine & { id: string; kind?: LineKind; description: string }

export type InvoiceInput = PriceInput<DescribedLine> & {
  /** Of an exempt customer. */
  exemptReason: string | null
}

/** The charged lines of an order by the one rule of its price; undefined if nothing is charged. */
export function toInvoiceContent(input: InvoiceInput): InvoiceContent | undefined {
  const { charges, taxes } = toCharges(input)
  if (charges.length === 0) return undefined
  const chargedByRate = new Map<PricingRate | undefined, number>()
  const lines = charges.map((charge, place): InvoiceLine => {
    const before = chargedByRate.get(charge.rate) ?? 0
    const until = before + charge.cents
    chargedByRate.set(charge.rate, until)
    // Each line ends where the lines so far have their tax, so that together they have the tax of their rate.
    const taxCents = rateToTax(until, charge.rate, input) - rateToTax(before, charge.rate, input)
    return { id: String(place + 1), ...describe(charge), ...toSums(charge.cents, taxCents, input.pricing.taxMode), ...toTaxWords(charge.rate, input) }
  })
  const { exemptReason, isExempt } = input
  return sumLines(
    lines,
    taxes.map(({ rate, shown }) => ({
      ...shown,
      category: toTaxWords(rate, input).category,
      ...(isExempt && exemptReason !== null && { reason: exemptReason }),
    })),
  )
}

export function sumLines(lines: InvoiceLine[], taxes: InvoiceTax[]): InvoiceContent {
  const sum = (of: (line: InvoiceLine) => number): number => centsToAmount(lines.reduce((cents, line) => cents + amountToCents(of(line)), 0))
  return { lines, taxes, net: sum(({ net }) => net), tax: sum(({ tax }) => tax), total: sum(({ total }) => total) }
}

/** `cents`: as the shop writes prices. */
export function toSums(cents: number, taxCents: number, taxMode: string): Pick<InvoiceLine, 'net' | 'tax' | 'total'> {
  const net = taxMode === 'inclusive' ? cents - taxCents : cents
  return { net: centsToAmount(net), tax: centsToAmount(taxCents), total: centsToAmount(net + taxCents) }
}

const rateToTax = (cents: number, rate: PricingRate | undefined, { pricing }: InvoiceInput): number =>
  rate === undefined ? 0 : toTaxCents(cents, rate.percent, pricing)

function describe({ line, cents }: Charge<DescribedLine>): Pick<InvoiceLine, 'lineId' | 'kind' | 'description' | 'quantity' | 'unitPrice'> {
  const amount = centsToAmount(cents)
  if (line === null) return { lineId: null, kind: 'quote', description: quoteDescription, quantity: 1, unitPrice: amount }
  const { id, kind = 'other', description, quantity, unitPrice } = line
  return { lineId: id, kind, description, ...(kind === 'discount' ? { quantity: 1, unitPrice: amount } : { quantity, unitPrice }) }
}

export const quoteDescription = 'Repair as quoted'

function toTaxWords(rate: PricingRate | undefined, { isExempt, pricing }: InvoiceInput): Pick<InvoiceLine, 'taxName' | 'percent' | 'category'> {
  if (pricing.taxMode === 'none') return { taxName: '', percent: 0, category: 'none' }
  if (rate !== undefined) return { taxName: rate.name, percent: rate.percent, category: rate.category ?? 'standard' }
  return isExempt ? { taxName: 'Exempt', percent: 0, category: 'exempt' } : { taxName: untaxedName, percent: 0, category: 'none' }
}
