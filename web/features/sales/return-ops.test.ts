import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { priceToBalance } from '#schema/rules/money/balance.ts'
import { type PriceLine, type PricingRate, toPrice } from '#schema/rules/money/price.ts'
import { lineToPartCost } from '#schema/rules/money/report.ts'
import { amountToCents, centsToAmount } from '#schema/values/money.ts'
import type { OrderMoney } from '#web/device/lists/totals.ts'
import { type Refund, toReturnable, toReturnOps } from './return-ops.ts'

const rate = (id: string, percent: number): PricingRate => ({
  id,
  percent,
  name: id,
  createdAt: '',
  isDefault: id === 'usual',
  isDefaultForLabour: false,
  archived: false,
  parts: [],
})

type Sold = Pick<PriceLine, 'quantity' | 'unitPrice' | 'percent' | 'taxRateId'> & { kind: 'part' | 'discount'; unitCost?: number; fromStock?: boolean }

/** A sale as a device holds it. */
class Sale {
  readonly #taxMode: 'none' | 'exclusive' | 'inclusive'
  readonly #lines: (OrderLine & PriceLine)[] = []
  readonly payments: Payment[] = []
  /** What the return button says of the last return. */
  told: Refund[] = []

  constructor(taxMode: 'none' | 'exclusive' | 'inclusive', sold: readonly Sold[]) {
    this.#taxMode = taxMode
    for (const line of sold) this.#add({ included: false, fromStock: line.kind === 'part', productId: null, description: line.kind, returnOf: null, ...line })
  }

  #add(values: object): void {
    const place = String(this.#lines.length + 1)
    // Safe: nothing here reads what is missing.
    this.#lines.push({ ...values, id: `line-${place}`, createdAt: place.padStart(3, '0') } as unknown as OrderLine & PriceLine)
  }

  get money(): OrderMoney {
    const pricing = { taxMode: this.#taxMode, unitCents: 1, rates: [rate('usual', 20), rate('low', 7.7)] }
    return { quotedCost: null, quoteFromLines: false, isExempt: false, pricing, lines: this.#lines, payments: this.payments }
  }

  get balance() {
    return priceToBalance(toPrice(this.money), this.payments)
  }

  pay(method: 'cash' | 'card', paymentAmount: number): void {
    const id = `payment-${this.payments.length + 1}`
    this.payments.push({ id, kind: null, refundOf: null, method, paymentAmount, afterTax: false, createdAt: '2026-03-02' } as unknown as Payment)
  }

  /** Stores what the return writes; the refunds as method and amount. */
  takeBack(quantityById: ReadonlyMap<string, number>): [unknown, unknown][] {
    const { ops, refunds: told } = toReturnOps('sale', {
      money: this.money,
      payments: this.payments,
      quantityById,
      reason: 'Back',
      tillDayId: null,
      newId: () => '',
    })
    const refunds: [unknown, unknown][] = []
    for (const op of ops) {
      if (op.action !== 'create') continue
      if (op.collection === 'order_lines') this.#add({ included: false, percent: null, ...op.values })
      else {
        const id = `payment-${this.payments.length + 1}`
        this.payments.push({ id, createdAt: '2026-03-03', ...op.values } as unknown as Payment)
        refunds.push([this.payments.at(-1)?.method, this.payments.at(-1)?.paymentAmount])
      }
    }
    this.told = told
    return refunds
  }
}

test('TILL-03: half of a taxed sale gives back its tax, by the method that was taken last, and the rest gives back the rest', () => {
  const sale = new Sale('exclusive', [{ kind: 'part', quantity: 2, unitPrice: 24.95, taxRateId: 'low' }])
  // 49.90 and 3.8423 of tax; one piece is 24.95 and 1.92115.
  expect(sale.balance.total).toBe(53.74)
  sale.pay('cash', 23.74)
  sale.pay('card', 30)
  // Rows of one order are read in any order.
  sale.payments.reverse()
  expect(sale.takeBack(new Map([['line-1', 1]]))).toEqual([['card', 26.87]])
  expect(sale.balance).toMatchObject({ total: 26.87, balance: 0, tax: 1.92 })
  expect(sale.takeBack(new Map([['line-1', 1]]))).toEqual([
    ['card', 3.13],
    ['cash', 23.74],
  ])
  expect(sale.told).toEqual([
    { method: 'card', amount: 3.13 },
    { method: 'cash', amount: 23.74 },
  ])
  expect(sale.balance).toMatchObject({ total: 0, paid: 0, balance: 0 })
  expect(toReturnable(sale.money.lines)).toEqual([])
})

test('TILL-03: what lies on the shelf again has cost the sale nothing', () => {
  const sold = { kind: 'part' as const, quantity: 3, unitPrice: 10, unitCost: 4 }
  const sale = new Sale('none', [sold, { ...sold, fromStock: false }])
  sale.pay('cash', 60)
  sale.takeBack(
    new Map([
      ['line-1', 2],
      ['line-2', 2],
    ]),
  )
  const costs = sale.money.lines.map((line) => lineToPartCost(line, 1)?.amount)
  expect(costs).toEqual([12, 12, -8, undefined])
})

const articleAt = (taxRateId: fc.Arbitrary<string | null>) =>
  fc.record({
    kind: fc.constant('part' as const),
    quantity: fc.integer({ min: 1, max: 3 }),
    unitPrice: fc.integer({ min: 1, max: 9_999 }).map(centsToAmount),
    taxRateId,
  })
const someOf = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 })
const discount = fc.record({
  kind: fc.constant('discount' as const),
  quantity: fc.constant(1),
  unitPrice: fc.constant(0),
  percent: fc.integer({ min: 1, max: 100 }),
})

test('TILL-03: whatever comes back in whatever parts, nothing is owed after each, and all of it gives back all that was paid', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('none' as const, 'exclusive' as const, 'inclusive' as const),
      // A discount is taxed by the shop's usual rate, whatever it is given on.
      fc.oneof(
        someOf(articleAt(fc.constantFrom(null, 'usual', 'low'))),
        fc.tuple(someOf(articleAt(fc.constant(null))), discount).map(([articles, off]) => [...articles, off]),
      ),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 6 }),
      (taxMode, sold, picks) => {
        const sale = new Sale(taxMode, sold)
        const { total } = sale.balance
        const half = Math.floor(amountToCents(total ?? 0) / 2)
        sale.pay('cash', centsToAmount(half))
        sale.pay('card', centsToAmount(amountToCents(total ?? 0) - half))
        const takeBack = (quantityById: ReadonlyMap<string, number>): void => {
          sale.takeBack(quantityById)
          expect(sale.balance.balance).toBe(0)
        }
        for (const pick of picks) {
          const returnable = toReturnable(sale.money.lines)
          const one = returnable[pick % Math.max(1, returnable.length)]
          if (one !== undefined) takeBack(new Map([[one.line.id, 1]]))
        }
        takeBack(new Map(toReturnable(sale.money.lines).map(({ line, left }) => [line.id, left])))
        expect(sale.balance).toMatchObject({ total: 0, tax: 0, paid: 0 })
      },
    ),
  )
})
