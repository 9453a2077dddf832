import { afterAll, beforeEach, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { refundTexts } from '#schema/rules/money/refunds.ts'
import { tillTexts } from '#schema/rules/money/till.ts'
import { contentOf, create, createWorld, mutation, update, type World } from '../../testing/test-world.ts'
import { expectRefusal, openTestShop, type Row, rowOf, rowsOf } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

const open = async (values: object = {}): Promise<Row> => rowOf(await shop.ann.post(`${shop.api}/till-days`, { name: 'Front desk', float: 100, ...values }))
const read = async (id: string): Promise<Row> => rowOf(await shop.ann.get(`${shop.api}/till-days/${id}`))
const change = (id: string, values: object) => shop.ann.put(`${shop.api}/till-days/${id}`, values)

async function pay(tillDayId: string, paymentAmount: number, more: object = {}): Promise<Row> {
  const { id: orderId } = rowOf(await shop.ann.post(`${shop.api}/orders`, { kind: 'sale' }))
  return rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId, paymentAmount, method: 'cash', tillDayId, ...more }))
}

test('TILL-04: a till tells what should be in it, and after the count by how much it differs', async () => {
  const till = await open()
  expect(till).toMatchObject({ state: 'open', float: 100, moves: [], counted: null, closedAt: null, expected: { cash: 100 }, difference: null })
  expect(till['openedAt']).toEqual(expect.any(String))
  const payment = await pay(till.id, 30)
  await pay(till.id, 45.5, { method: 'card' })
  rowOf(
    await shop.ann.post(`${shop.api}/payments`, {
      orderId: payment['orderId'],
      paymentAmount: 5,
      method: 'cash',
      kind: 'refund',
      refundOf: payment.id,
      tillDayId: till.id,
    }),
  )
  rowOf(await change(till.id, { moves: [{ at: '2026-03-02T12:00:00+01:00', amount: '-20', reason: 'Stamps' }] }))
  expect(await read(till.id)).toMatchObject({ moves: [{ at: '2026-03-02T11:00:00.000Z', amount: -20, reason: 'Stamps' }], expected: { cash: 105, card: 45.5 } })
  const closed = rowOf(await change(till.id, { counted: { cash: 104, card: 45.5 }, state: 'closed' }))
  expect(closed).toMatchObject({ state: 'closed', counted: { cash: 104, card: 45.5 }, expected: { cash: 105, card: 45.5 }, difference: { cash: -1, card: 0 } })
  expect(closed['closedAt']).toEqual(expect.any(String))
  expect(rowsOf(await shop.ann.get(`${shop.api}/till-days`))[0]).toMatchObject({ id: till.id, difference: { cash: -1, card: 0 } })
})

test('TILL-04: a closed till is closed for good, with its payments', async () => {
  const [till, next] = [await open(), await open({ name: 'Back office' })]
  const payment = await pay(till.id, 30)
  const elsewhere = await pay(next.id, 5)
  rowOf(await change(till.id, { counted: { cash: 130 }, closedAt: shop.clock.now().toISOString() }))
  shop.clock.advance(1000)
  for (const values of [{ state: 'open' }, { counted: { cash: 1 } }, { name: 'Other' }, { moves: [{ at: '2026-03-02T12:00:00Z', amount: 1, reason: 'Late' }] }])
    expectRefusal(await change(till.id, values), 409, tillTexts.closed)
  rowOf(await change(till.id, { ...(await read(till.id)) }))
  const path = `${shop.api}/payments/${payment.id}`
  for (const values of [{ paymentAmount: 31 }, { tillDayId: null }, { method: 'card' }])
    expectRefusal(await shop.ann.put(path, values), 409, refundTexts.dayClosed)
  expectRefusal(await shop.ann.delete(path), 409, refundTexts.dayClosed)
  expectRefusal(await shop.max.delete(`${shop.api}/orders/${String(payment['orderId'])}`), 409, tillTexts.orderStays)
  expectRefusal(await shop.ann.put(`${shop.api}/payments/${elsewhere.id}`, { tillDayId: till.id }), 409, tillTexts.closedForPayments, ['tillDayId'])
  const late = { orderId: payment['orderId'], paymentAmount: 1, tillDayId: till.id }
  expectRefusal(await shop.ann.post(`${shop.api}/payments`, late), 409, tillTexts.closedForPayments)
  expect(await read(till.id)).toMatchObject({ expected: { cash: 130 }, difference: { cash: 0 } })
  rowOf(await shop.ann.post(`${shop.api}/payments`, { ...late, tillDayId: next.id, kind: 'refund', refundOf: payment.id }))
})

test('TILL-04: names of methods, reasons and amounts are checked', async () => {
  const till = await open()
  expectRefusal(await change(till.id, { counted: { gold: 1 } }), 400, "Unknown field 'gold'")
  expectRefusal(await change(till.id, { counted: { cash: -1 } }), 400, 'Counted amount must be a valid positive number')
  expectRefusal(await change(till.id, { moves: [{ at: '2026-03-02T12:00:00Z', amount: 1, reason: ' ' }] }), 400, 'Reason is required')
  expectRefusal(await shop.ann.post(`${shop.api}/till-days`, { float: 1 }), 400, 'Name is required')
  expect(rowOf(await shop.ann.post(`${shop.api}/till-days`, { name: 'Empty' }))).toMatchObject({ float: 0, expected: { cash: 0 } })
})

test('TILL-04: two devices without network share a till: their cash moves and money add up, also what arrives after the closing', async () => {
  const world: World = await createWorld()
  try {
    const shopId = await world.addShop()
    const userId = await world.addUser({ shopIds: [shopId] })
    const at = (minutes: number): string => new Date(world.now.getTime() - (60 - minutes) * 60_000).toISOString()
    const push = async (minutes: number, ...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, at(minutes))]))[0]
    const move = (minutes: number, amount: number) => ({ at: at(minutes), amount, reason: 'Change' })
    const [till, sale, before, after] = [v7(), v7(), v7(), v7()]
    await push(0, create('till_days', till, { name: 'Front desk', float: 50 }), create('orders', sale, { kind: 'sale' }))
    await push(10, update('till_days', till, { moves: [[], [move(10, -5)]] }))
    await push(30, update('till_days', till, { state: ['open', 'closed'], counted: [null, { cash: 70 }] }))
    await push(20, update('till_days', till, { moves: [[], [move(20, 7)]] }))
    const money = { orderId: sale, paymentAmount: 18, method: 'cash', tillDayId: till }
    expect(contentOf(await push(25, create('payments', before, money)), before)).toMatchObject({ tillDayId: till })
    expect(contentOf(await push(35, create('payments', after, money)), after)).toMatchObject({ tillDayId: null })
    expect(await push(40, update('till_days', till, { moves: [[], [move(40, 9)]] }))).toMatchObject({
      outcome: 'rejected',
      error: { code: 'CONFLICT', message: tillTexts.closed },
    })
    const { moves } = await world.services.reader.selectFrom('till_days').select('moves').where('id', '=', till).executeTakeFirstOrThrow()
    expect(typeof moves === 'string' ? JSON.parse(moves) : moves).toEqual([move(10, -5), move(20, 7)])
  } finally {
    await world.close()
  }
})
