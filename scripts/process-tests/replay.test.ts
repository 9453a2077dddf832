import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Op } from '#schema/api/sync.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { createOp, livingRows, toMutation, type ApiClient } from './api-client.ts'
import { startShopServer, type ShopServer } from './start-shop-server.ts'

const { 'Dropped Off': droppedOff, Diagnosis: diagnosis, Fixed: fixed } = orderStatusIdByName

let shops: ShopServer
let shopId = ''
let client: ApiClient

beforeAll(async () => {
  shops = await startShopServer(['replay'], { rae: {} })
  shopId = shops.shopIds[0] ?? ''
  client = await shops.signIn('rae')
})

afterAll(() => shops.server.dispose())

it('hazard 2: gives one push that is sent twenty times at once one effect and one answer', async () => {
  const customer = createOp('customers', { name: 'Once', phone: '5551230000', countryCode: '+1' })
  const order = createOp('orders', {
    customerId: customer.id,
    orderStatusId: droppedOff,
    itemDetails: 'Kettle',
    issueDescription: 'Leaks',
    orderNotes: 'first line',
  })
  const change: Op = {
    action: 'update',
    collection: 'orders',
    id: order.id,
    changes: { orderStatusId: { from: droppedOff, to: diagnosis }, orderNotes: { from: 'first line', to: 'first line\nsecond line' } },
  }
  const payment = createOp('payments', { orderId: order.id, paymentText: 'Deposit', paymentAmount: 20 })
  const mutations = [toMutation(shopId, [customer, order]), toMutation(shopId, [change]), toMutation(shopId, [payment])]

  const answers = await Promise.all(Array.from({ length: 20 }, () => client.push(mutations)))

  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body.results.map(({ id, outcome }) => [id, outcome])).toEqual(mutations.map(({ id }) => [id, 'applied']))
  }
  expect(livingRows(await client.pullAll('customers'))).toHaveLength(1)
  expect(livingRows(await client.pullAll('payments'))).toHaveLength(1)
  const [stored, ...others] = livingRows(await client.pullAll('orders')) as unknown as Order[]
  expect(others).toEqual([])
  expect(stored).toMatchObject({ orderStatusId: diagnosis, orderNotes: 'first line\nsecond line' })
  expect(await client.read(`/api/${shopId}/orders/${order.id}/status-history`)).toHaveLength(2)
  // Four entries: customer, order, the order's change, payment.
  expect(await client.read(`/api/${shopId}/activities`)).toHaveLength(4)

  const seqsBefore = await client.heads()
  await Promise.all(Array.from({ length: 20 }, () => client.push(mutations)))
  expect(await client.heads()).toEqual(seqsBefore)
})

it("hazard 1: keeps another device's later change when an old push comes again", async () => {
  const customer = createOp('customers', { name: 'Late' })
  const order = createOp('orders', { customerId: customer.id, orderStatusId: droppedOff, itemDetails: 'Lamp', issueDescription: 'Dark', quotedCost: '80' })
  await client.write(shopId, [customer, order])
  const old = toMutation(shopId, [{ action: 'update', collection: 'orders', id: order.id, changes: { quotedCost: { from: '80', to: '85' } } }])
  await client.push([old])
  const other = await shops.signIn('rae')
  await other.write(shopId, [
    { action: 'update', collection: 'orders', id: order.id, changes: { quotedCost: { from: '85', to: '90' }, orderStatusId: { from: droppedOff, to: fixed } } },
  ])

  await Promise.all(Array.from({ length: 20 }, () => client.push([old])))

  const stored = (await client.read<Order[]>(`/api/${shopId}/orders`)).find(({ id }) => id === order.id)
  expect(stored).toMatchObject({ quotedCost: '90', orderStatusId: fixed })
})

it('hazard 37: answers a checkpoint ahead of the head with a reset, and then the full set', async () => {
  await client.write(shopId, [createOp('customers', { name: 'Still here' })])
  const { body: full } = await client.pull('customers')
  const { epoch = '', seq = 0 } = full.checkpoint[shopId] ?? {}
  const { body: ahead } = await client.pull('customers', { [shopId]: { epoch, seq: seq + 1_000 } })
  expect(ahead).toEqual({ documents: [], checkpoint: {}, reset: [shopId], gone: [] })
  const { body: again } = await client.pull('customers', ahead.checkpoint)
  expect(again).toEqual(full)
})
