import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { eraseCustomer } from '../../commands/write-customer.ts'
import { create, createWorld, mutation, orderValues, remove, restore, update, type World } from '../../testing/test-world.ts'

let world: World
let shopId: string
let userId: string
const [mary, twin, orderId, id] = [v7(), v7(), v7(), v7()]

const push = async (...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, world.now.toISOString())]))[0]
const read = () => world.services.reader.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  userId = await world.addUser({ shopIds: [shopId] })
  await push(
    create('customers', mary, { name: 'Mary Smith', countryCode: '+1', phone: '5550102000' }),
    create('customers', twin, { name: 'Mary Smith', countryCode: '+1', phone: '5550102001' }),
    create('orders', orderId, orderValues(mary)),
    create('messages', id, { orderId, text: 'Dear Mary Smith, call +1 5550102000' }),
  )
})
afterEach(() => world.close())

describe('a message at the write path', () => {
  it('is of its order’s customer, whatever a tablet says, and waits', async () => {
    expect(await read()).toMatchObject({ customer_id: mary, to: '+15550102000', state: 'waiting', cause: 'person', error: null, sent_at: null })
    const forged = await push(create('messages', v7(), { orderId, text: 'x', cause: 'status', sentAt: world.now.toISOString(), error: 'x' }))
    expect(forged).toMatchObject({ outcome: 'applied' })
    const rows = await world.services.reader.selectFrom('messages').select(['cause', 'sent_at', 'error']).execute()
    expect(rows.every(({ cause, sent_at, error }) => cause === 'person' && sent_at === null && error === null)).toBe(true)
  })

  it.each(['Dear {nope}', 'Dear { name}', 'To pay: {balance }'])('with %j, which nothing fills in, is refused', async (text) => {
    expect(await push(create('messages', v7(), { orderId, text }))).toMatchObject({ outcome: 'rejected', error: { issues: [{ path: 'text' }] } })
  })

  it('may hold braces that are of its customer’s name', async () => {
    await push(update('customers', mary, { name: ['Mary Smith', 'Mary {Mo} Smith'] }))
    expect(await push(create('messages', v7(), { orderId, text: 'Dear Mary {Mo} Smith: {link}' }))).toMatchObject({ outcome: 'applied' })
  })

  it('goes with its customer when two are merged, who then wants no messages if either wanted none, and comes back', async () => {
    await push(update('customers', mary, { noMessages: [false, true] }))
    expect(await push({ ...remove('customers', mary), into: twin })).toMatchObject({ outcome: 'applied' })
    expect(await read()).toMatchObject({ customer_id: twin, deleted: 0 })
    const winner = await world.services.reader.selectFrom('customers').select('no_messages').where('id', '=', twin).executeTakeFirstOrThrow()
    expect(winner.no_messages).toBe(1)
    expect(await push(create('messages', v7(), { orderId, text: 'x' }))).toMatchObject({ outcome: 'rejected', error: { message: messageTexts.wantsNone } })
    await push(restore('customers', mary))
    expect(await read()).toMatchObject({ customer_id: mary })
  })

  it('goes and comes back with its order', async () => {
    await push(remove('orders', orderId))
    expect(await read()).toMatchObject({ deleted: 1 })
    await push(restore('orders', orderId))
    expect(await read()).toMatchObject({ deleted: 0, state: 'waiting' })
  })

  it('says nothing of a customer who was erased, and goes to nobody any more', async () => {
    const job = { message_id: id, shop_id: shopId, due_at: world.now.toISOString() }
    await world.services.db.insertInto('message_jobs').values(job).execute()
    await eraseCustomer(world.services, await world.caller(userId), shopId, mary, 'Mary Smith')
    const row = await read()
    expect(row).toMatchObject({ to: null, state: 'cancelled' })
    expect(JSON.stringify(row)).not.toMatch(/Mary|5550102000/)
    expect(await world.services.reader.selectFrom('message_jobs').selectAll().execute()).toEqual([])
  })
})
