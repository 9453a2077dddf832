import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noPricing, type PriceInput, type PriceLine, type PricingRate, toPrice } from './price.ts'

const rate = (id: string, percent: number, more: Partial<PricingRate> = {}): PricingRate => ({
  id,
  name: id,
  percent,
  createdAt: '2026-01-01',
  isDefault: false,
  isDefaultForLabour: false,
  archived: false,
  parts: [],
  ...more,
})
const vat = rate('VAT', 19, { isDefault: true })
const reduced = rate('Reduced', 7)

const priceOf = (input: Partial<PriceInput>) => toPrice({ quotedCost: null, quoteFromLines: false, lines: [], isExempt: false, pricing: noPricing, ...input })

const line = (unitPrice: number, more: Partial<PriceLine> = {}): PriceLine => ({ quantity: 1, unitPrice, ...more })
const taxed = (taxMode: 'exclusive' | 'inclusive', rates: readonly PricingRate[] = [vat, reduced], unitCents = 1) => ({ taxMode, rates, unitCents })

describe('what an order costs', () => {
  test('is the typed quote and the lines that are not included in it (PRICE-01)', () => {
    expect(priceOf({ quotedCost: '240', lines: [line(9.9), line(50, { included: true })] })).toMatchObject({ total: 249.9, net: 249.9, tax: 0, taxes: [] })
    expect(priceOf({ quotedCost: 'after diagnosis', lines: [line(9.9)] }).total).toBe(9.9)
    expect(priceOf({ lines: [line(9.9, { included: true })] }).total).toBeNull()
    expect(priceOf({ quotedCost: 'after diagnosis' }).total).toBeNull()
  })

  test('does not count a quote that is the total of the lines (PRICE-02)', () => {
    expect(priceOf({ quotedCost: '240', quoteFromLines: true, lines: [line(9.9)] }).total).toBe(9.9)
    expect(priceOf({ quotedCost: '240', quoteFromLines: true }).total).toBeNull()
  })

  test('falls by discounts on what was made before them, never below 0 (PRICE-06)', () => {
    const lines = [
      line(10, { kind: 'discount', createdAt: '2' }),
      line(50, { createdAt: '1' }),
      line(0, { kind: 'discount', percent: 10, createdAt: '3' }),
      line(1, { createdAt: '4' }),
    ]
    expect(priceOf({ quotedCost: '100', lines }).items.map(({ amount }) => amount)).toEqual([100, 50, -10, -14, 1])
    expect(priceOf({ quotedCost: '100', lines: [line(500, { kind: 'discount' })] }).total).toBe(0)
    expect(priceOf({ lines: [line(500, { kind: 'discount' }), line(20)] }).total).toBe(20)
    expect(priceOf({ lines: [line(20), line(-5, { kind: 'other' })] }).total).toBe(15)
  })

  test('is in whole units of a currency without decimals', () => {
    const pricing = taxed('exclusive', [rate('JCT', 10, { isDefault: true })], 100)
    expect(priceOf({ quotedCost: '1005', pricing })).toMatchObject({ net: 1005, tax: 101, total: 1106 })
    expect(priceOf({ lines: [line(333, { quantity: 1.5 })], pricing: { ...noPricing, unitCents: 100 } }).total).toBe(500)
  })
})

describe('tax', () => {
  test('is of the line, else of its product, else the default of its kind (TAX-02)', () => {
    const rates = [vat, reduced, rate('Labour', 5, { isDefaultForLabour: true }), rate('Old', 50, { isDefault: true, archived: true, createdAt: '2027' })]
    const lines = [
      line(100, { taxRateId: 'Reduced', productTaxRateId: 'Labour' }),
      line(100, { productTaxRateId: 'Reduced' }),
      line(100, { kind: 'labour' }),
      line(100),
    ]
    expect(priceOf({ quotedCost: '100', lines, pricing: taxed('exclusive', rates) })).toMatchObject({
      taxes: [
        { name: 'VAT', percent: 19, base: 200, tax: 38 },
        { name: 'Reduced', percent: 7, base: 200, tax: 14 },
        { name: 'Labour', percent: 5, base: 100, tax: 5 },
      ],
      net: 500,
      tax: 57,
      total: 557,
    })
  })

  test('has the newest of two defaults, whichever device set it', () => {
    const rates = [rate('New', 20, { isDefault: true, createdAt: '2026-02-01' }), vat]
    expect(priceOf({ quotedCost: '100', pricing: taxed('exclusive', rates) }).tax).toBe(20)
  })

  test('is rounded once for all lines of a rate, in prices with it too (TAX-03)', () => {
    const lines = [line(0.03), line(0.03), line(0.03)]
    expect(priceOf({ lines, pricing: taxed('exclusive') })).toMatchObject({ net: 0.09, tax: 0.02, total: 0.11 })
    expect(priceOf({ quotedCost: '119', pricing: taxed('inclusive') })).toMatchObject({ net: 100, tax: 19, total: 119, sum: 119 })
    expect(priceOf({ lines: [line(9.99)], pricing: taxed('inclusive') })).toMatchObject({ net: 8.39, tax: 1.6, total: 9.99 })
  })

  test('is listed by the parts of a rate, which add up to it', () => {
    const sales = rate('Sales', 8.875, {
      isDefault: true,
      parts: JSON.stringify([
        { name: 'City', percent: 4.5 },
        { name: 'State', percent: 4.375 },
      ]),
    })
    const [tax] = priceOf({ lines: [line(99.9)], pricing: taxed('exclusive', [sales]) }).taxes
    expect(tax).toEqual({
      name: 'Sales',
      percent: 8.875,
      base: 99.9,
      tax: 8.87,
      parts: [
        { name: 'City', percent: 4.5, tax: 4.5 },
        { name: 'State', percent: 4.375, tax: 4.37 },
      ],
    })
  })

  test('is 0 for an exempt customer, whose price with tax stays (TAX-04)', () => {
    const lines = [line(50, { taxRateId: 'Reduced' }), line(50)]
    const none = { tax: 0, taxes: [{ name: 'Exempt', percent: 0, base: 100, tax: 0 }], net: 100, total: 100 }
    for (const mode of ['exclusive', 'inclusive'] as const) expect(priceOf({ lines, isExempt: true, pricing: taxed(mode) })).toMatchObject(none)
  })

  test('that a discount takes off never takes the total below 0, whatever the others have (PRICE-06)', () => {
    const untaxed = line(100, { createdAt: '1', taxRateId: 'Zero' })
    const discount = { ...line(100, { createdAt: '2' }), kind: 'discount' }
    const pricing = taxed('exclusive', [vat, rate('Zero', 0)])
    expect(priceOf({ lines: [untaxed, discount], pricing })).toMatchObject({ total: 0, net: 15.97, tax: -15.97 })
    expect(priceOf({ lines: [untaxed, { ...discount, unitPrice: 50 }], pricing })).toMatchObject({ total: 40.5, net: 50, tax: -9.5 })
  })

  test('of what has no rate is none, and says so', () => {
    expect(priceOf({ quotedCost: '10', pricing: taxed('exclusive', []) })).toMatchObject({ total: 10, taxes: [{ name: 'No tax', base: 10, tax: 0 }] })
  })
})

describe('whatever is charged', () => {
  const cents = (max: number) => fc.integer({ min: 0, max })
  const anyLine = fc.record({
    kind: fc.constantFrom('part', 'labour', 'other', 'discount'),
    thousandths: fc.integer({ min: 1, max: 20_000 }),
    price: cents(99_999),
    percent: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
    included: fc.boolean(),
    isNegative: fc.boolean(),
    taxRateId: fc.constantFrom(null, 'VAT', 'Reduced', 'Sales', 'Gone'),
    productTaxRateId: fc.constantFrom(null, 'Reduced'),
    createdAt: fc.constantFrom('1', '2', '3'),
    id: fc.uuid(),
  })
  const sales = rate('Sales', 8.875, {
    parts: [
      { name: 'City', percent: 4.5 },
      { name: 'State', percent: 4.375 },
    ],
  })
  const toLine = ({ kind, thousandths, price, percent, isNegative, ...more }: typeof anyLine extends fc.Arbitrary<infer T> ? T : never): PriceLine => {
    if (kind === 'discount')
      return { ...more, kind, quantity: 1, unitPrice: percent === null ? price / 100 : 0, percent: percent === null ? null : percent / 10_000 }
    return { ...more, kind, quantity: thousandths / 1000, unitPrice: kind === 'other' && isNegative ? 0 - price / 100 : price / 100 }
  }
  const input = fc.record({
    quotedCost: fc.option(cents(999_999).map((price) => (price / 100).toFixed(2))),
    quoteFromLines: fc.boolean(),
    lines: fc.array(anyLine.map(toLine), { maxLength: 12 }),
    isExempt: fc.boolean(),
    pricing: fc.record({
      taxMode: fc.constantFrom('none' as const, 'exclusive' as const, 'inclusive' as const),
      unitCents: fc.constantFrom(1, 100),
      rates: fc.constantFrom([vat, reduced, sales], [], [sales, rate('Labour', 5, { isDefaultForLabour: true })]),
    }),
  })
  const toCents = (amount: number | null): number => Math.round((amount ?? 0) * 100)
  const sumOf = (amounts: readonly (number | null)[]): number => amounts.reduce<number>((sum, amount) => sum + toCents(amount), 0)

  test('net and tax are the total, taxes and their parts the tax, and what a paper lists the total', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { total, net, tax, sum, taxes, items } = toPrice(given)
        const { taxMode, unitCents } = given.pricing
        expect(toCents(total)).toBe(toCents(net) + toCents(tax))
        expect(sumOf(taxes.map((one) => one.tax))).toBe(toCents(tax))
        if (taxMode !== 'none') expect(sumOf(taxes.map(({ base }) => base))).toBe(toCents(net))
        for (const one of taxes) if (one.parts) expect(sumOf(one.parts.map((part) => part.tax))).toBe(toCents(one.tax))
        expect(sumOf(items.map(({ amount }) => amount))).toBe(toCents(sum))
        expect(toCents(sum)).toBe(toCents(taxMode === 'exclusive' ? net : total))
        if (given.isExempt) expect(toCents(tax)).toBe(0)
        for (const amount of [total, net, tax]) expect(Math.abs(toCents(amount)) % unitCents).toBe(0)
        // Each rate is rounded once: no more than half a unit from the exact tax.
        for (const one of taxes) {
          const exact = taxMode === 'inclusive' ? ((one.base + one.tax) * one.percent) / (100 + one.percent) : (one.base * one.percent) / 100
          expect(Math.abs(one.tax - exact) * 100).toBeLessThanOrEqual(unitCents / 2 + 1e-6)
        }
        // Only negative lines of the shop's own take a price below 0.
        if (given.lines.every(({ unitPrice }) => unitPrice >= 0)) for (const amount of [sum, total]) expect(toCents(amount)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('the order in which lines arrive changes nothing', () => {
    fc.assert(
      fc.property(input, (given) => {
        expect(toPrice({ ...given, lines: given.lines.toReversed() })).toEqual(toPrice(given))
      }),
    )
  })

  test('one line in place of two of its rate moves neither net nor tax by more than the rounding of lines', () => {
    fc.assert(
      fc.property(
        cents(99_999),
        fc.integer({ min: 1, max: 9_999 }),
        fc.integer({ min: 1, max: 9_999 }),
        fc.constantFrom('exclusive' as const, 'inclusive' as const),
        (price, one, other, mode) => {
          const of = (...thousandths: number[]) =>
            priceOf({ lines: thousandths.map((quantity) => line(price / 100, { quantity: quantity / 1000 })), pricing: taxed(mode) })
          const [split, merged] = [of(one, other), of(one + other)]
          expect(Math.abs(toCents(split.sum) - toCents(merged.sum))).toBeLessThanOrEqual(1)
          expect(Math.abs(toCents(split.tax) - toCents(merged.tax))).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
