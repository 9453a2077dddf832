import { amountToCents, centsToAmount, parseAmount } from '../../values/money.ts'
import { percentToPpm, wholePpm } from '../../values/taxes/percent.ts'
import { readTaxParts, type TaxCategory, type TaxMode } from '../../values/taxes/tax-rate.ts'
import { divideHalfUp, toLineCents } from './line-totals.ts'

/** What a shop's settings say of prices. `unitCents`: the currency's smallest unit, see `currencyToUnitCents`. */
export type Pricing = { taxMode: TaxMode; unitCents: number; rates: readonly PricingRate[] }

export type PricingRate = {
  id: string
  createdAt: string
  name: string
  percent: number
  /** Only documents that are issued tell it. */
  category?: TaxCategory
  isDefault: boolean
  isDefaultForLabour: boolean
  archived: boolean
  /** A list, or its JSON text as devices store it. */
  parts: unknown
}

/** A line of an order or estimate. Only lines of orders have `createdAt` and `id`; others are in their order. */
export type PriceLine = {
  kind?: string
  quantity: number
  unitPrice: number
  included?: boolean
  percent?: number | null
  taxRateId?: string | null | undefined
  /** The rate of the line's product. */
  productTaxRateId?: string | null | undefined
  createdAt?: string
  id?: string
}

export type PriceInput<Line extends PriceLine = PriceLine> = {
  quotedCost: string | null
  quoteFromLines: boolean
  lines: readonly Line[]
  /** Whether the customer pays no tax. */
  isExempt: boolean
  pricing: Pricing
}

/** In whole units of money. `parts`: for a rate that is the sum of several taxes; their taxes add up to `tax`. */
export type PriceTax = { name: string; percent: number; base: number; tax: number; parts?: { name: string; percent: number; tax: number }[] }

/** In whole units of money; null where nothing is charged. `total` = `net` + `tax`. */
export type PriceSums = { total: number | null; net: number | null; tax: number | null; taxes: PriceTax[] }

/** What a paper lists: the quote has no line; the amount of an included line is null. */
export type PriceItem<Line> = { line: Line | null; amount: number | null }

/** `sum`: of the items as they are listed, with or without tax by the shop's mode. */
export type Price<Line> = PriceSums & { sum: number | null; items: PriceItem<Line>[] }

/** The only rule of what an order or estimate costs. */
export function toPrice<Line extends PriceLine>(input: PriceInput<Line>): Price<Line> {
  const items = toItems(input)
  const charged = toCharged(items)
  const sum = charged.length === 0 ? null : charged.reduce((cents, item) => cents + item.cents, 0)
  const shown = {
    sum: sum === null ? null : centsToAmount(sum),
    items: items.map(({ line, cents }) => ({ line, amount: cents === null ? null : centsToAmount(cents) })),
  }
  if (sum === null) return { total: null, net: null, tax: null, taxes: [], ...shown }
  const taxes = toTaxes(charged, input)
  const tax = taxes.reduce((cents, one) => cents + one.taxCents, 0)
  const net = input.pricing.taxMode === 'inclusive' ? sum - tax : sum
  return { total: centsToAmount(net + tax), net: centsToAmount(net), tax: centsToAmount(tax), taxes: taxes.map(({ shown: one }) => one), ...shown }
}

/** The charged items and each rate's tax over all of them, in cents: what documents are made of that stand for ever. */
export function toCharges<Line extends PriceLine>(input: PriceInput<Line>): { charges: Charge<Line>[]; taxes: ChargedTax[] } {
  const charged = toCharged(toItems(input))
  const rateById = new Map(input.pricing.rates.map((rate) => [rate.id, rate]))
  return {
    charges: charged.map(({ line, cents, rateId }) => ({ line, cents, rate: findRate(rateById, rateId, input) })),
    taxes: toTaxes(charged, input),
  }
}

export type Charge<Line> = { line: Line | null; cents: number; rate: PricingRate | undefined }

/** `rate`: undefined for an exempt customer, and for what has none. */
export type ChargedTax = { rate: PricingRate | undefined; taxCents: number; shown: PriceTax }

/** In place of the name of a rate. */
export const untaxedName = 'No tax'

export const noPricing: Pricing = { taxMode: 'none', unitCents: 1, rates: [] }

/** The amount of a typed quote in cents; null for a text. */
export function quoteToCents(quotedCost: string | null, unitCents = 1): number | null {
  const amount = quotedCost === null ? null : parseAmount(quotedCost)
  return amount === null ? null : Number(divideHalfUp(BigInt(amountToCents(amount)), BigInt(unitCents))) * unitCents
}

type Charged = { cents: number; rateId: string | undefined }

const toCharged = <Item extends { cents: number | null }>(items: readonly Item[]): (Omit<Item, 'cents'> & { cents: number })[] =>
  items.flatMap(({ cents, ...item }) => (cents === null ? [] : [{ ...item, cents }]))

const findRate = (rateById: ReadonlyMap<string, PricingRate>, rateId: string | undefined, { isExempt }: PriceInput): PricingRate | undefined =>
  isExempt ? undefined : rateById.get(rateId ?? '')

/** The quote, then the lines in the order in which they were made. Included ones have no amount. */
function toItems<Line extends PriceLine>(input: PriceInput<Line>) {
  const { quotedCost, quoteFromLines, lines, pricing } = input
  const { unitCents } = pricing
  const defaults = findDefaultRates(pricing.rates)
  const items: { line: Line | null; cents: number | null; rateId: string | undefined }[] = []
  const quote = quoteFromLines ? null : quoteToCents(quotedCost, unitCents)
  if (quote !== null) items.push({ line: null, cents: quote, rateId: defaults.all })
  let above = quote ?? 0
  for (const line of lines.toSorted(compareMade)) {
    const ofKind = line.kind === 'labour' ? (defaults.labour ?? defaults.all) : defaults.all
    const rateId = line.taxRateId ?? line.productTaxRateId ?? ofKind
    const charged = (): number =>
      line.kind === 'discount' ? 0 - toOffCents(line, above, toMostOff(items, rateId, input), unitCents) : toLineCents(line, unitCents)
    const cents = line.included === true ? null : charged()
    above += cents ?? 0
    items.push({ line, cents, rateId })
  }
  return items
}

/**
 * How much may go off at a rate until the total is 0: where prices are without tax, it takes off the tax of its own rate,
 * which may be more than all others have.
 */
function toMostOff(items: readonly { cents: number | null; rateId: string | undefined }[], rateId: string | undefined, input: PriceInput): number {
  const rateById = new Map(input.pricing.rates.map((rate) => [rate.id, rate]))
  const own = findRate(rateById, rateId, input)
  if (input.pricing.taxMode !== 'exclusive' || own === undefined) return Number.POSITIVE_INFINITY
  const centsByRate = sumByRate(toCharged(items), rateById, input)
  let others = 0
  for (const [rate, cents] of centsByRate) if (rate !== own) others += cents + (rate === undefined ? 0 : toTaxCents(cents, rate.percent, input.pricing))
  const { unitCents } = input.pricing
  const covered = (BigInt(others) * BigInt(wholePpm)) / (BigInt(wholePpm + percentToPpm(own.percent)) * BigInt(unitCents))
  return (centsByRate.get(own) ?? 0) + Number(covered) * unitCents
}

const compareMade = (one: Pick<PriceLine, 'createdAt' | 'id'>, other: Pick<PriceLine, 'createdAt' | 'id'>): number =>
  compareTexts(one.createdAt ?? '', other.createdAt ?? '') || compareTexts(one.id ?? '', other.id ?? '')

export const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)

/** A discount takes off an amount, or a share of what stands above it, and never more than that. */
function toOffCents(line: PriceLine, above: number, most: number, unitCents: number): number {
  const { percent = null } = line
  const off = percent === null ? toLineCents(line, unitCents) : shareOf(above, percentToPpm(percent), wholePpm, unitCents)
  return Math.max(0, Math.min(off, above, most))
}

const shareOf = (cents: number, numerator: number, denominator: number, unitCents: number): number =>
  Number(divideHalfUp(BigInt(cents) * BigInt(numerator), BigInt(denominator) * BigInt(unitCents))) * unitCents

/** Of several defaults, as two devices may set, the newest. */
export function findDefaultRates(rates: readonly PricingRate[]): { all: string | undefined; labour: string | undefined } {
  const newest = (isIt: (rate: PricingRate) => boolean): string | undefined =>
    rates
      .filter((rate) => !rate.archived && isIt(rate))
      .toSorted(compareMade)
      .at(-1)?.id
  return { all: newest(({ isDefault }) => isDefault), labour: newest(({ isDefaultForLabour }) => isDefaultForLabour) }
}

function sumByRate(charged: readonly Charged[], rateById: ReadonlyMap<string, PricingRate>, input: PriceInput): Map<PricingRate | undefined, number> {
  const centsByRate = new Map<PricingRate | undefined, number>()
  for (const { cents, rateId } of charged) {
    const rate = findRate(rateById, rateId, input)
    centsByRate.set(rate, (centsByRate.get(rate) ?? 0) + cents)
  }
  return centsByRate
}

/** One entry a rate, over all that it is charged on, the highest first. An exempt customer's are one without tax. */
function toTaxes(charged: readonly Charged[], input: PriceInput): ChargedTax[] {
  const { taxMode, unitCents, rates } = input.pricing
  if (taxMode === 'none') return []
  const centsByRate = sumByRate(charged, new Map(rates.map((rate) => [rate.id, rate])), input)
  const taxes = [...centsByRate].map(([rate, cents]) => {
    if (rate === undefined)
      return { rate, taxCents: 0, shown: { name: input.isExempt ? 'Exempt' : untaxedName, percent: 0, base: centsToAmount(cents), tax: 0 } }
    const taxCents = toTaxCents(cents, rate.percent, input.pricing)
    const net = taxMode === 'inclusive' ? cents - taxCents : cents
    const parts = splitTax(taxCents, rate, unitCents)
    const shown: PriceTax = { name: rate.name, percent: rate.percent, base: centsToAmount(net), tax: centsToAmount(taxCents) }
    return { rate, taxCents, shown: parts.length === 0 ? shown : { ...shown, parts } }
  })
  return taxes.toSorted(({ shown: one }, { shown: other }) => other.percent - one.percent || compareTexts(one.name, other.name))
}

/** The tax on an amount, or in it where prices are with tax. */
export function toTaxCents(cents: number, percent: number, { taxMode, unitCents }: Pick<Pricing, 'taxMode' | 'unitCents'>): number {
  const ppm = percentToPpm(percent)
  if (taxMode === 'none') return 0
  return taxMode === 'inclusive' ? cents - shareOf(cents, wholePpm, wholePpm + ppm, unitCents) : shareOf(cents, ppm, wholePpm, unitCents)
}

/** Each part ends where the parts so far have their share of the tax, so that together they are the tax. */
export function splitTax(taxCents: number, { percent, parts }: Pick<PricingRate, 'percent' | 'parts'>, unitCents: number): NonNullable<PriceTax['parts']> {
  const whole = percentToPpm(percent)
  let [ppm, given] = [0, 0]
  return readTaxParts(parts).map((part) => {
    ppm += percentToPpm(part.percent)
    const until = whole === 0 ? 0 : shareOf(taxCents, ppm, whole, unitCents)
    const tax = centsToAmount(until - given)
    given = until
    return { name: part.name, percent: part.percent, tax }
  })
}
