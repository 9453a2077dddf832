import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildCashUp, cashUpMethods } from './cash-up.ts'
import { buildReport, type ReportMoney } from './report.ts'

const open = { fromInstant: null, toInstantExclusive: null }

const payments: fc.Arbitrary<ReportMoney[]> = fc.array(
  fc.record({
    id: fc.uuid(),
    orderId: fc.constantFrom('one', 'two'),
    createdAt: fc.date({ min: new Date('2026-03-25T00:00:00Z'), max: new Date('2026-04-02T00:00:00Z'), noInvalidDate: true }).map((date) => date.toISOString()),
    amount: fc.integer({ min: 1, max: 9_999_999 }).map((cents) => cents / 100),
    afterTax: fc.boolean(),
    text: fc.constant(null),
    method: fc.constantFrom(...cashUpMethods, undefined),
    kind: fc.constantFrom('refund', null, undefined),
  }),
  { maxLength: 40 },
)

const toCents = (amount: number): number => Math.round(amount * 100)
const signOf = ({ kind }: ReportMoney): number => (kind === 'refund' ? -1 : 1)

describe("a shop's cash-up (BAL-02)", () => {
  test('leaves out nothing: days and methods add up to what the report says came in', () => {
    fc.assert(
      fc.property(payments, (rows) => {
        const { days, all } = buildCashUp({ payments: rows, range: open, timeZone: 'Europe/Berlin' })
        const sum = rows.reduce((cents, row) => cents + signOf(row) * toCents(row.amount), 0)
        expect(toCents(all.total.net)).toBe(sum)
        expect(all.total.net).toBe(buildReport({ payments: rows, costs: [], range: open, taxPercent: null }).summary.totalPayments)
        expect(days.reduce((cents, { total }) => cents + toCents(total.net), 0)).toBe(sum)
        for (const part of [...days, all]) {
          expect([...part.byMethod.values()].reduce((cents, { net }) => cents + toCents(net), 0)).toBe(toCents(part.total.net))
          expect([...part.byMethod.values()].reduce((count, one) => count + one.count, 0)).toBe(part.total.count)
        }
        expect(all.total.count).toBe(rows.length)
        expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].toSorted().toReversed())
      }),
    )
  })

  test("counts by the days of the shop's zone, also over the change to summer time", () => {
    const at = (createdAt: string, amount: number): ReportMoney => ({
      id: createdAt,
      orderId: 'one',
      createdAt,
      amount,
      afterTax: false,
      text: null,
      method: 'cash',
    })
    const { days } = buildCashUp({
      payments: [at('2026-03-28T22:59:00.000Z', 1), at('2026-03-28T23:00:00.000Z', 2), at('2026-03-29T21:59:00.000Z', 4), at('2026-03-29T22:00:00.000Z', 8)],
      range: open,
      timeZone: 'Europe/Berlin',
    })
    expect(days.map(({ day, total }) => [day, total.net])).toEqual([
      ['2026-03-30', 8],
      ['2026-03-29', 6],
      ['2026-03-28', 1],
    ])
  })

  test('tells what was taken and what was given back of each method', () => {
    const pay = (amount: number, method: string | null, kind: string | null = null): ReportMoney => ({
      id: `${amount}`,
      orderId: 'one',
      createdAt: '2026-03-02T12:00:00.000Z',
      amount,
      afterTax: false,
      text: null,
      method,
      kind,
    })
    const { all } = buildCashUp({ payments: [pay(50, 'cash'), pay(5.5, 'cash', 'refund'), pay(20, null)], range: open, timeZone: 'UTC' })
    expect(Object.fromEntries([...all.byMethod].map(([method, sum]) => [method ?? 'none', sum]))).toEqual({
      cash: { taken: 50, refunded: 5.5, net: 44.5, count: 2 },
      none: { taken: 20, refunded: 0, net: 20, count: 1 },
    })
  })
})
