import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayToInstantRange } from '../text/calendar.ts'
import { buildReport, excludeTax, lineToPartCost, type ReportMoney } from './report.ts'
import { sumAmounts } from '../../values/money.ts'

const open = { fromInstant: null, toInstantExclusive: null }

let counter = 0
const money = (orderId: string, amount: number, more: Partial<ReportMoney> = {}): ReportMoney => ({
  id: `m${String(++counter).padStart(3, '0')}`,
  orderId,
  createdAt: '2026-03-02T12:00:00.000Z',
  amount,
  afterTax: false,
  text: null,
  ...more,
})

describe('a report', () => {
  it('counts refunds negative, without the tax that they hold, and leaves no cent of what was paid and given back (BAL-02)', () => {
    const { summary, orders } = buildReport({
      payments: [money('one', 113.05, { afterTax: true }), money('one', 113.05, { afterTax: true, kind: 'refund' }), money('two', 20, { kind: 'refund' })],
      costs: [money('two', 5)],
      range: open,
      taxPercent: 13,
    })
    expect(summary).toEqual({ totalPayments: -20, beforeTaxPayments: -20, afterTaxPayments: 0, totalCosts: 5, netProfit: -25 })
    expect(orders.find(({ orderId }) => orderId === 'one')).toMatchObject({ totalPayments: 0, net: 0 })
    expect(orders.find(({ orderId }) => orderId === 'two')).toMatchObject({ totalPayments: -20, totalCosts: 5, net: -25 })
    expect(orders.flatMap(({ lines }) => lines.map(({ kind }) => kind)).toSorted()).toEqual(['cost', 'payment', 'refund', 'refund'])
  })

  it('sums payments and costs by order, costs negative, net what is left', () => {
    const { orders, summary } = buildReport({
      payments: [money('one', 100), money('one', 13.5, { afterTax: true }), money('two', 0.1)],
      costs: [money('one', 40.25), money('two', 0.3)],
      range: open,
      taxPercent: null,
    })
    expect(orders.map(({ orderId, totalPayments, totalCosts, net }) => [orderId, totalPayments, totalCosts, net])).toEqual([
      ['one', 113.5, 40.25, 73.25],
      ['two', 0.1, 0.3, -0.2],
    ])
    expect(orders[0]?.lines.map(({ kind, amount, afterTax }) => [kind, amount, afterTax])).toEqual([
      ['payment', 100, false],
      ['payment', 13.5, true],
      ['cost', -40.25, false],
    ])
    expect(summary).toEqual({ totalPayments: 113.6, beforeTaxPayments: 100.1, afterTaxPayments: 13.5, totalCosts: 40.55, netProfit: 73.05 })
  })

  it('counts what the part of a line cost as a cost of its order, whatever tax is left out, and nothing without one (PRICE-07)', () => {
    const line = { id: 'l', orderId: 'one', createdAt: '2026-03-02T12:00:00.000Z', description: 'Screw', quantity: 1.5, unitCost: 0.33, returnOf: null }
    const part = lineToPartCost(line, 1)
    expect(
      [
        { ...line, unitCost: null },
        { ...line, unitCost: 0 },
      ].map((other) => lineToPartCost(other, 1)),
    ).toEqual([undefined, undefined])
    const { orders, summary } = buildReport({ payments: [money('one', 10)], costs: part === undefined ? [] : [part], range: open, taxPercent: 13 })
    expect(orders[0]?.lines.find(({ kind }) => kind === 'part')).toMatchObject({ kind: 'part', amount: -0.5, afterTax: false, text: 'Screw × 1.5' })
    expect([orders[0]?.totalCosts, summary.totalCosts, summary.netProfit]).toEqual([0.5, 0.5, 9.5])
  })

  it('takes the cost of what came back off again (TILL-03)', () => {
    const sold = { id: 'l', orderId: 'one', createdAt: '2026-03-02T12:00:00.000Z', description: 'Case', quantity: 3, unitCost: 4, returnOf: null }
    const costs = [sold, { ...sold, id: 'r', quantity: 2, returnOf: 'l' }].flatMap((line) => lineToPartCost(line, 1) ?? [])
    const { orders, summary } = buildReport({ payments: [money('one', 10)], costs, range: open, taxPercent: null })
    expect(orders[0]?.lines.filter(({ kind }) => kind === 'part').map(({ amount }) => amount)).toEqual([-12, 8])
    expect([orders[0]?.totalCosts, summary.totalCosts, summary.netProfit]).toEqual([4, 4, 6])
  })

  it('takes tax out of what includes it, row by row, before it sums', () => {
    const { summary, orders } = buildReport({
      payments: [money('one', 113, { afterTax: true }), money('one', 113), money('two', 0.05, { afterTax: true }), money('two', 0.05, { afterTax: true })],
      costs: [money('one', 56.5, { afterTax: true })],
      range: open,
      taxPercent: 13,
    })
    // 0.05 / 1.13 is 0.0442…: each row rounds to 0.04, not 0.09 for both.
    expect(summary).toEqual({ totalPayments: 213.08, beforeTaxPayments: 113, afterTaxPayments: 100.08, totalCosts: 50, netProfit: 163.08 })
    expect(orders.find(({ orderId }) => orderId === 'two')?.totalPayments).toBe(0.08)
  })

  it('counts only what was paid in the range, by the days of the zone, and names no order without any', () => {
    const range = dayToInstantRange('2026-03-02', '2026-03-02', 'America/Toronto')
    const { orders } = buildReport({
      payments: [
        money('one', 1, { createdAt: '2026-03-02T04:59:59.999Z' }),
        money('one', 2, { createdAt: '2026-03-02T05:00:00.000Z' }),
        money('one', 4, { createdAt: '2026-03-03T04:59:59.999Z' }),
        money('one', 8, { createdAt: '2026-03-03T05:00:00.000Z' }),
        money('two', 16, { createdAt: '2026-03-03T05:00:00.000Z' }),
      ],
      costs: [],
      range,
      taxPercent: null,
    })
    expect(orders.map(({ orderId, totalPayments }) => [orderId, totalPayments])).toEqual([['one', 6]])
  })

  it('begins with the order that had money last', () => {
    const { orders } = buildReport({
      payments: [money('old', 1, { createdAt: '2026-03-01T12:00:00.000Z' }), money('b', 1), money('a', 1)],
      costs: [money('new', 1, { createdAt: '2026-03-04T12:00:00.000Z' }), money('old', 1, { createdAt: '2026-02-01T12:00:00.000Z' })],
      range: open,
      taxPercent: null,
    })
    expect(orders.map(({ orderId }) => orderId)).toEqual(['new', 'a', 'b', 'old'])
    expect(orders[3]?.lines.map(({ kind }) => kind)).toEqual(['cost', 'payment'])
  })

  const anyMoney = fc.record({
    id: fc.uuid(),
    orderId: fc.constantFrom('one', 'two', 'three'),
    createdAt: fc.constantFrom('2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z', '2026-03-03T12:00:00.000Z'),
    amount: fc.integer({ min: 1, max: 9_999_999_999 }).map((cents) => cents / 100),
    afterTax: fc.boolean(),
    text: fc.constant(null),
  })

  it('has totals that are the sums of its lines, whatever the order of the rows', () => {
    fc.assert(
      fc.property(
        fc.array(anyMoney),
        fc.array(anyMoney),
        fc.option(fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)),
        (payments, costs, taxPercent) => {
          const report = buildReport({ payments, costs, range: open, taxPercent })
          const lines = report.orders.flatMap((order) => order.lines)
          expect(report.summary.netProfit).toBe(sumAmounts(lines.map(({ amount }) => amount)))
          expect(report.summary.totalPayments).toBe(sumAmounts(report.orders.map(({ totalPayments }) => totalPayments)))
          expect(report.summary.totalPayments).toBe(sumAmounts([report.summary.beforeTaxPayments, report.summary.afterTaxPayments]))
          expect(report.summary.totalCosts).toBe(sumAmounts(report.orders.map(({ totalCosts }) => totalCosts)))
          expect(buildReport({ payments: payments.toReversed(), costs: costs.toReversed(), range: open, taxPercent })).toEqual(report)
        },
      ),
    )
  })
})

describe('excluding tax', () => {
  it.each([
    [11_300, 13, 10_000],
    [10_000, 0, 10_000],
    [100, 100, 50],
    [1, 100, 1],
    [3, 100, 2],
    [10_000, 12.5, 8_889],
  ])('takes %i cents at %f percent for %i', (cents, percent, expected) => {
    expect(excludeTax(cents, percent)).toBe(expected)
  })

  it.each([-1, 100.01, Number.NaN])('refuses %f percent', (percent) => {
    expect(() => excludeTax(100, percent)).toThrow(RangeError)
  })

  it('is the nearest cent, halves up, for the largest amount too', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.integer({ min: 0, max: 10_000 }), (cents, hundredths) => {
        const result = BigInt(excludeTax(cents, hundredths / 100))
        const divisor = BigInt(10_000 + hundredths)
        const doubled = BigInt(cents) * 20_000n
        expect(2n * result * divisor <= doubled + divisor && doubled + divisor < 2n * (result + 1n) * divisor).toBe(true)
      }),
    )
  })
})
