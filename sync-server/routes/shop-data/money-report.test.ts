import { afterAll, describe, expect, test } from 'vitest'
import type { Cost } from '#schema/collections/work/costs.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { dayToInstantRange } from '#schema/rules/text/calendar.ts'
import { buildReport, type Report, type ReportMoney, type ReportRange } from '#schema/rules/money/report.ts'
import { type ExampleOrder, exampleCosts, examplePayments, expectedPlain, expectedWithoutTax, reportExample } from '#scripts/process-tests/report-example.ts'
import { expectRefusal, openTestShop, rowOf, rowsOf } from '../../testing/test-shop.ts'

const { timezone, from, to, taxPercent } = reportExample
const open: ReportRange = { fromInstant: null, toInstantExclusive: null }

const orderById = new Map<string, ExampleOrder>()

const shop = await openTestShop()
const idByOrder = new Map<ExampleOrder, string>()
for (const order of ['amplifier', 'bicycle', 'camera'] as const) {
  const { id } = await shop.createOrder({ itemDetails: order })
  idByOrder.set(order, id)
  orderById.set(id, order)
}
for (const { order, amount, text, ...rest } of examplePayments)
  rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId: idByOrder.get(order), paymentAmount: amount, paymentText: text, ...rest }))
for (const { order, amount, text, ...rest } of exampleCosts)
  rowOf(await shop.ann.post(`${shop.api}/costs`, { orderId: idByOrder.get(order), costAmount: amount, costText: text, ...rest }))
afterAll(() => shop.close())

const toMoney = (rows: object[]): ReportMoney[] =>
  (rows as (Payment | Cost)[]).map((row) => {
    const { id, orderId, createdAt, afterTax } = row
    return 'paymentAmount' in row
      ? { id, orderId, createdAt, afterTax, amount: row.paymentAmount, text: row.paymentText }
      : { id, orderId, createdAt, afterTax, amount: row.costAmount, text: row.costText }
  })

async function askReport(query: string, range: ReportRange, percent: number | null): Promise<Report> {
  const [payments, costs] = await Promise.all(['payments', 'costs'].map(async (name) => toMoney(rowsOf(await shop.max.get(`${shop.api}/${name}${query}`)))))
  return buildReport({ payments: payments ?? [], costs: costs ?? [], range, taxPercent: percent })
}

const days = `?dateFrom=${from}&dateTo=${to}&timezone=${encodeURIComponent(timezone)}`

const shape = ({ orders, summary }: Report) => ({
  orders: orders.map(({ orderId, totalPayments, totalCosts, net, lines }) => ({
    order: orderById.get(orderId),
    totalPayments,
    totalCosts,
    net,
    lines: lines.map(({ amount, afterTax, text }) => `${amount.toFixed(2)} ${afterTax ? 'AT' : 'BT'} ${text}`),
  })),
  summary,
})

describe('a report of the server', () => {
  test.each([
    ['with tax', null, expectedPlain],
    ['without tax', taxPercent, expectedWithoutTax],
  ])('agrees with the example worked out by hand, %s', async (_, percent, expected) => {
    // `open`: only the server filters by range here.
    expect(shape(await askReport(days, open, percent))).toEqual(expected)
  })

  test('is what a device makes of the rows it was given', async () => {
    const pulled = async (collection: 'payments' | 'costs'): Promise<ReportMoney[]> => {
      const answer = await shop.max.post('/api/sync/pull', { collection, limit: 5_000, checkpoint: {} })
      return toMoney((rowOf(answer)['documents'] as { shopId: string }[]).filter(({ shopId }) => shopId === shop.shopId))
    }
    const onDevice = buildReport({ payments: await pulled('payments'), costs: await pulled('costs'), range: dayToInstantRange(from, to, timezone), taxPercent })
    expect(shape(onDevice)).toEqual(expectedWithoutTax)
    expect(onDevice).toEqual(await askReport(days, open, taxPercent))
  })

  test('is another one by the days of another zone', async () => {
    const inLondon = shape(await askReport(days.replace(/timezone=.*/, 'timezone=Europe/London'), open, null))
    expect(new Set(inLondon.orders.map(({ order }) => order))).toEqual(new Set(['amplifier', 'bicycle', 'camera']))
    expect(inLondon.summary.totalPayments).toBe(193.1)
  })

  test('needs view_report as soon as a day is named', async () => {
    for (const name of ['payments', 'costs']) {
      expectRefusal(
        await shop.ann.get(`${shop.api}/${name}${days}`),
        403,
        "Access Denied - You don't have permission to view reports data. Contact your administrator.",
      )
      expect((await shop.ann.get(`${shop.api}/${name}`)).status).toBe(200)
    }
  })
})
