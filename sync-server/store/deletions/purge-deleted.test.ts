import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { create, createWorld, mutation, orderValues, remove, restore, type World } from '../../testing/test-world.ts'
import { pullPage } from '../../feed/pull.ts'
import { listDeletedRows } from '../../queries/rows/deleted-rows.ts'
import { purgeDeletedRows } from './purge-deleted.ts'
import { listStatusHistory } from '../../queries/rows/read-rows.ts'
import { onSqlite } from '../../testing/test-database.ts'

const tooOld = 'This was deleted more than 30 days ago and can no longer be brought back.'

describe('what was deleted', () => {
  let world: World
  let shopId: string
  let userId: string
  const [customerId, orderId, livingId, taskId, paymentId] = [v7(), v7(), v7(), v7(), v7()]

  const push = async (...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, world.now.toISOString())]))[0]
  const days = (count: number) => (world.now = new Date(world.now.getTime() + count * 24 * 60 * 60_000))
  const rowOf = (table: 'orders' | 'tasks' | 'payments' | 'customers', id: string) =>
    world.services.reader.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const listed = async () => {
    const collections = ['orders', 'customers', 'tasks', 'payments', 'costs'] as const
    return (await listDeletedRows(world.services.reader, shopId, { collections, permitted: collections, userId: '', search: '', now: world.now })).rows.map(
      ({ id }) => id,
    )
  }

  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    userId = await world.addUser({ shopIds: [shopId] })
    await push(create('customers', customerId, { name: 'Mary', countryCode: '+1', phone: '5550100200' }))
    await push(
      create('orders', livingId, orderValues(customerId, { itemDetails: 'Stays' })),
      create('payments', v7(), { orderId: livingId, paymentAmount: 40 }),
    )
    await push(
      create('orders', orderId, orderValues(customerId, { itemDetails: 'Secret thing' })),
      create('tasks', taskId, { orderId, description: 'Secret task' }),
      create('payments', paymentId, { orderId, paymentAmount: 30 }),
    )
    await push(remove('orders', orderId))
  })
  afterEach(() => world.close())

  it('is whole for 30 days and gone for good after them, with what went with it', async () => {
    days(30)
    expect(await purgeDeletedRows(world.services)).toBe(0)
    expect(await listed()).toEqual([orderId])
    days(0.01)
    expect(await purgeDeletedRows(world.services)).toBe(3)
    expect(await rowOf('orders', orderId)).toMatchObject({ deleted: 1, item_details: '', issue_description: '', customer_id: customerId })
    expect(await rowOf('tasks', taskId)).toMatchObject({ deleted: 1, description: '', order_id: orderId })
    expect(await rowOf('payments', paymentId)).toMatchObject({ deleted: 1, payment_amount_cents: 0 })
    expect(await world.services.reader.selectFrom('order_status_history').select('order_id').execute()).toEqual([{ order_id: livingId }])
    expect(await purgeDeletedRows(world.services)).toBe(0)
    expect(await listed()).toEqual([])
  })

  it('cannot be brought back then, not even by who asked in time and was heard too late', async () => {
    const askedInTime = mutation(shopId, [restore('orders', orderId)], world.now.toISOString())
    days(31)
    await purgeDeletedRows(world.services)
    for (const asked of [askedInTime, mutation(shopId, [restore('orders', orderId)], world.now.toISOString())]) {
      expect((await world.push(userId, [asked], { deviceId: v7() }))[0]).toMatchObject({ outcome: 'rejected', error: { code: 'DELETED', message: tooOld } })
    }
  })

  it('is told as a tombstone, in its place of the feed, also to a device that comes late', async () => {
    const caller = await world.caller(userId)
    const before = await pullPage(world.services, { ...caller, userId }, { collection: 'orders', limit: 100, checkpoint: {} })
    days(31)
    await purgeDeletedRows(world.services)
    expect(await pullPage(world.services, { ...caller, userId }, { collection: 'orders', limit: 100, checkpoint: {} })).toEqual(before)
    expect(before.documents).toContainEqual(expect.objectContaining({ id: orderId, _deleted: true }))
  })

  it('counts from when the server heard of it: a deletion that came late has its 30 days too', async () => {
    days(100)
    const late = mutation(shopId, [remove('orders', livingId)], '2026-03-02T09:00:00.000Z')
    expect((await world.push(userId, [late]))[0]?.outcome).toBe('applied')
    await purgeDeletedRows(world.services)
    expect(await rowOf('orders', livingId)).toMatchObject({ item_details: 'Stays' })
    days(31)
    await purgeDeletedRows(world.services)
    expect(await rowOf('orders', livingId)).toMatchObject({ item_details: '' })
  })

  it('takes nothing that lives along, and no name of those who worked here', async () => {
    days(31)
    const texts = await world.services.reader.selectFrom('activities').select('audit_text').orderBy('seq').execute()
    await purgeDeletedRows(world.services)
    expect(await rowOf('orders', livingId)).toMatchObject({ deleted: 0, item_details: 'Stays' })
    expect(await rowOf('customers', customerId)).toMatchObject({ name: 'Mary' })
    expect(await listStatusHistory(world.services.reader, shopId, livingId)).toHaveLength(1)
    expect(await world.services.reader.selectFrom('activities').select('audit_text').orderBy('seq').execute()).toEqual(texts)
    expect(await world.services.reader.selectFrom('payments').select('payment_amount_cents').where('deleted', '=', 0).execute()).toEqual([
      { payment_amount_cents: 4_000 },
    ])
  })

  it('goes in steps, and stops when told', async () => {
    const ids = Array.from({ length: 450 }, () => v7())
    for (let start = 0; start < ids.length; start += 90) await push(...ids.slice(start, start + 90).map((id) => create('customers', id, { name: 'Many' })))
    for (let start = 0; start < ids.length; start += 90) await push(...ids.slice(start, start + 90).map((id) => remove('customers', id)))
    days(31)
    let asked = 0
    expect(await purgeDeletedRows(world.services, () => ++asked > 1)).toBe(200)
    expect(await purgeDeletedRows(world.services)).toBe(250 + 3)
  })

  onSqlite(() => {
    it('is found by its index', async () => {
      const { rows } = await world.services.reader.executeQuery<{ detail: string }>(
        CompiledQuery.raw("explain query plan select id from orders where deleted = 1 and deleted_with is distinct from 'ended' and updated_at < ? limit 200", [
          'x',
        ]),
      )
      expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining('orders_to_end')])
    })
  })
})
