import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { webhookEvents } from '#schema/rules/webhooks/webhook-events.ts'
import { create, createWorld, mutation, orderValues, remove, restore, statusId, update, type World } from '../../testing/test-world.ts'
import { applyMutations } from '../write.ts'
import type { WriteMode } from '../write-batch.ts'
import { eraseCustomerRow } from '../write-rows.ts'

describe.each<WriteMode>(['sets', 'each'])('what webhooks are told of a push that is written in %s', (mode) => {
  let world: World
  let shopId: string
  let userId: string

  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    userId = await world.addUser({ shopIds: [shopId], privileges: ['delete_order', 'delete_customer'] })
    await tell(webhookEvents)
  })
  afterEach(() => world.close())

  const tell = async (events: readonly string[]): Promise<void> =>
    void (await world.services.db.updateTable('shop_feed').set({ told_events: events.join() }).where('shop_id', '=', shopId).execute())
  const push = async (...mutations: unknown[]): Promise<string[]> => {
    const given = { deviceId: 'tablet', clockOffsetMs: 0, receivedAt: world.now, mutations }
    return (await applyMutations(world.services, await world.caller(userId), given, mode)).map(({ outcome }) => outcome)
  }
  const listEvents = async (): Promise<string[]> => {
    const rows = await world.services.db.selectFrom('webhook_events').selectAll().where('shop_id', '=', shopId).orderBy('seq').execute()
    return rows.map(({ event, row_id: rowId }) => `${event} ${rowId}`)
  }
  const customerId = v7()
  const orderId = v7()
  const paymentId = v7()
  const made = [
    create('customers', customerId, { name: 'Mary' }),
    create('orders', orderId, orderValues(customerId)),
    create('payments', paymentId, { orderId, paymentAmount: 5 }),
  ]

  test('is each write of a row that they want, once and in the order of the feed', async () => {
    await push(mutation(shopId, made))
    await push(
      mutation(shopId, [update('orders', orderId, { orderNotes: [null, 'Called'] })]),
      mutation(shopId, [update('orders', orderId, { orderStatusId: [orderValues(customerId)['orderStatusId'], statusId['In Progress']] })]),
    )
    await push(mutation(shopId, [remove('orders', orderId)]))
    await push(mutation(shopId, [restore('orders', orderId)]))
    const events = await listEvents()
    expect(events.slice(0, 5)).toEqual([
      `customer.created ${customerId}`,
      `order.created ${orderId}`,
      `payment.created ${paymentId}`,
      `order.updated ${orderId}`,
      `order.status ${orderId}`,
    ])
    expect(events.slice(5, 7).toSorted()).toEqual([`order.deleted ${orderId}`, `payment.deleted ${paymentId}`])
    expect(events.slice(7).toSorted()).toEqual([`order.restored ${orderId}`, `payment.restored ${paymentId}`])
  })

  test('holds no place of another row: each has that of its row in the feed', async () => {
    await push(mutation(shopId, made))
    const rows = await world.services.db.selectFrom('webhook_events').select(['row_id', 'seq']).where('collection', '=', 'orders').execute()
    const order = await world.services.db.selectFrom('orders').select('seq').where('id', '=', orderId).executeTakeFirstOrThrow()
    expect(rows).toEqual([{ row_id: orderId, seq: order.seq }])
  })

  test('is nothing of what was refused or sent again', async () => {
    const first = mutation(shopId, made)
    const refused = mutation(shopId, [create('customers', v7(), { name: 'Nobody' }), create('payments', v7(), { orderId: v7(), paymentAmount: 5 })])
    expect(await push(first, refused, first)).toEqual(['applied', 'rejected', 'applied'])
    expect(await push(refused, first)).toEqual(['rejected', 'applied'])
    expect(await listEvents()).toHaveLength(3)
  })

  test('is nothing where none wants it', async () => {
    await tell(['payment.created'])
    await push(mutation(shopId, made))
    expect(await listEvents()).toEqual([`payment.created ${paymentId}`])
    await tell([])
    await push(mutation(shopId, [create('payments', v7(), { orderId, paymentAmount: 5 })]))
    expect(await listEvents()).toHaveLength(1)
  })

  test('is that a customer was erased, and what was taken from their orders, without their name', async () => {
    await push(mutation(shopId, [...made, update('orders', orderId, { orderNotes: [null, 'For Mary'] })]))
    const before = (await listEvents()).length
    await eraseCustomerRow(world.services, { ...(await world.caller(userId)), origin: 'rest' }, shopId, customerId, 'Mary')
    expect((await listEvents()).slice(before).toSorted()).toEqual([`customer.erased ${customerId}`, `order.updated ${orderId}`])
    expect(JSON.stringify(await world.services.db.selectFrom('webhook_events').selectAll().execute())).not.toContain('Mary')
  })
})
