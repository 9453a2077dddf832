import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { contentOf, create, createWorld, listActivityTexts, mutation, orderValues, statusId, update, type World } from '../testing/test-world.ts'
import { partToText } from '#schema/rules/text/activity-entry.ts'
import { inEnglish } from './activity-english.ts'
import { noticeToText } from '#schema/rules/merge/notices.ts'
import { texts as english } from '#schema/language/compiled/notices/notices-en.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import { dismissNotices } from '../commands/dismiss-notices.ts'
import { listNotices } from '../queries/notices.ts'
import { deleteOldNotices } from './notices/notices.ts'
import { listStatusHistory } from '../queries/rows/read-rows.ts'
import { applyOps } from './write.ts'

const say = (instant: string) => instant.slice(11, 16)

describe('mutations that arrive later than others that were done after them', () => {
  let world: World
  let shopId: string
  let ada: string
  let ben: string
  const customerId = v7()
  const orderId = v7()
  const [droppedOff, inProgress, pickedUp] = [statusId['Dropped Off'], statusId['In Progress'], statusId['Picked up']]

  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    ada = await world.addUser({ shopIds: [shopId], name: 'Ada' })
    ben = await world.addUser({ shopIds: [shopId], name: 'Ben' })
    world.now = new Date('2026-03-02T18:00:00.000Z')
    await push(ada, '08:00', create('customers', customerId, { name: 'Mary' }), create('orders', orderId, orderValues(customerId, { quotedCost: '80' })))
  })
  afterEach(() => world.close())

  const push = async (userId: string, time: string, ...ops: unknown[]) =>
    (await world.push(userId, [mutation(shopId, ops, `2026-03-02T${time}:00.000Z`)], { deviceId: v7() }))[0]
  const setStatus = (from: unknown, to: unknown) => update('orders', orderId, { orderStatusId: [from, to] })
  const history = async () =>
    (await listStatusHistory(world.services.reader, shopId, orderId)).map(({ orderStatusId, createdAt }) => [orderStatusId, say(createdAt)])
  const notices = async (userId: string) => listNotices(world.services.reader, await readCaller(world.services.reader, userId))
  const texts = async (userId: string) =>
    (await notices(userId)).map((notice) => noticeToText(notice, { texts: english, say, toText: (part) => partToText(part, inEnglish) }))

  it('give way in row and history, and both people read it, also without view_activity', async () => {
    await push(ben, '16:02', setStatus(droppedOff, pickedUp))
    const before = contentOf(await push(ben, '16:03', update('orders', orderId, { priority: [false, true] })), orderId)
    const result = await push(ada, '09:10', setStatus(droppedOff, inProgress))
    expect(result).toMatchObject({ outcome: 'applied' })
    expect(contentOf(result, orderId)).toEqual(before)
    expect(await history()).toEqual([
      [droppedOff, '08:00'],
      [inProgress, '09:10'],
      [pickedUp, '16:02'],
    ])
    expect(await texts(ada)).toEqual(["Ben had set Status to 'Picked up' at 16:02. It stays, because your 'In Progress' was set earlier (09:10)."])
    expect(await texts(ben)).toEqual(["Ada had set Status to 'In Progress' at 09:10, which arrived late. Your 'Picked up' (16:02) stays."])
    expect((await notices(ada))[0]).toMatchObject({
      kind: 'yielded',
      collection: 'orders',
      rowId: orderId,
      shopId,
      params: { title: "Order 'iPhone 12' of Mary" },
    })
    expect(await listActivityTexts(world, shopId)).toContain("Order 'iPhone 12' of Mary: Status was not set to 'In Progress' ('Picked up' was set later)")
  })

  it('end the same whichever arrives first', async () => {
    await push(ada, '09:10', setStatus(droppedOff, inProgress))
    const result = await push(ben, '16:02', setStatus(droppedOff, pickedUp))
    expect(contentOf(result, orderId)).toMatchObject({ orderStatusId: pickedUp, statusChangedAt: '2026-03-02T16:02:00.000Z' })
    expect(await history()).toEqual([
      [droppedOff, '08:00'],
      [inProgress, '09:10'],
      [pickedUp, '16:02'],
    ])
    expect(await texts(ada)).toEqual(["Ben set Status to 'Picked up' (16:02) in place of your 'In Progress' (09:10)."])
    expect(await texts(ben)).toEqual(["Ada had set Status to 'In Progress' (09:10). Your 'Picked up' took its place."])
  })

  it('say when an order that was picked up meanwhile had been Fixed, whichever arrives first (PICT-01)', async () => {
    await push(ben, '16:02', setStatus(droppedOff, pickedUp))
    const late = await push(ada, '09:10', setStatus(droppedOff, statusId.Fixed))
    expect(contentOf(late, orderId)).toMatchObject({
      orderStatusId: pickedUp,
      statusChangedAt: '2026-03-02T16:02:00.000Z',
      fixedAt: '2026-03-02T09:10:00.000Z',
    })
    const back = await push(ben, '16:10', setStatus(pickedUp, inProgress))
    expect(contentOf(back, orderId)).toMatchObject({ fixedAt: null })
    await push(ada, '16:20', setStatus(inProgress, statusId.Fixed))
    const gone = await push(ben, '16:30', setStatus(statusId.Fixed, pickedUp))
    expect(contentOf(gone, orderId)).toMatchObject({ orderStatusId: pickedUp, fixedAt: '2026-03-02T16:20:00.000Z' })
  })

  it('hold by arrival where they were done within two minutes, and the history ends on what the row says', async () => {
    await push(ben, '16:02', setStatus(droppedOff, pickedUp))
    const result = await push(ada, '16:01', setStatus(droppedOff, inProgress))
    expect(contentOf(result, orderId)).toMatchObject({ orderStatusId: inProgress, statusChangedAt: '2026-03-02T16:02:00.000Z' })
    expect((await history()).at(-1)).toEqual([inProgress, '16:02'])
  })

  it('keep a chain of late steps in order behind what overtook it', async () => {
    await push(ben, '09:20', setStatus(droppedOff, pickedUp))
    await push(ada, '09:10', setStatus(droppedOff, inProgress))
    const result = await push(ada, '09:40', setStatus(inProgress, statusId['Fixed']))
    expect(contentOf(result, orderId)).toMatchObject({ orderStatusId: statusId['Fixed'] })
    expect((await history()).map(([status]) => status)).toEqual([droppedOff, inProgress, pickedUp, statusId['Fixed']])
  })

  it('take only the field that others set later, and leave the rest of the mutation its effect', async () => {
    await push(ben, '16:02', update('orders', orderId, { quotedCost: ['80', '90'] }))
    const result = await push(ada, '09:10', update('orders', orderId, { quotedCost: ['80', '85'], priority: [false, true], orderNotes: [null, 'Rings twice'] }))
    expect(contentOf(result, orderId)).toMatchObject({ quotedCost: '90', priority: true, orderNotes: 'Rings twice' })
    expect(await texts(ada)).toEqual(["Ben had set Quoted cost to '90' at 16:02. It stays, because your '85' was set earlier (09:10)."])
  })

  it('count from when both agreed, whoever said it last', async () => {
    await push(ada, '09:10', update('orders', orderId, { quotedCost: ['80', '90'] }))
    await push(ben, '16:02', update('orders', orderId, { quotedCost: ['80', '90'] }))
    expect(contentOf(await push(ada, '12:00', update('orders', orderId, { quotedCost: ['80', '85'] })), orderId)).toMatchObject({ quotedCost: '90' })
  })

  it('hold by arrival in rows that are older than the times of fields, and where a time lies ahead of the clock', async () => {
    await push(ben, '16:02', update('orders', orderId, { quotedCost: ['80', '90'] }))
    await world.services.db.deleteFrom('field_changes').execute()
    expect(contentOf(await push(ada, '09:10', update('orders', orderId, { quotedCost: ['80', '85'] })), orderId)).toMatchObject({ quotedCost: '85' })
    expect(await texts(ben)).toEqual([])
    await world.services.db.updateTable('field_changes').set({ at: '2027-01-01T00:00:00.000Z' }).execute()
    expect(contentOf(await push(ben, '16:02', update('orders', orderId, { quotedCost: ['80', '70'] })), orderId)).toMatchObject({ quotedCost: '70' })
  })

  it('tell an instant as one, and that it was oneself on another device', async () => {
    await push(ada, '16:02', update('orders', orderId, { dueTimestamp: [null, '2026-03-05T14:00:00.000Z'] }))
    await push(ada, '09:10', update('orders', orderId, { dueTimestamp: [null, '2026-03-04T11:30:00.000Z'] }))
    expect(await texts(ada)).toEqual(["You had set Due date to '14:00' at 16:02. It stays, because your '11:30' was set earlier (09:10)."])
  })

  it('tell nobody who left the shop, and nothing of it once they come back', async () => {
    await push(ben, '16:02', update('orders', orderId, { quotedCost: ['80', '90'] }))
    const { db, newId } = world.services
    await db.deleteFrom('shop_users').where('user_id', '=', ben).execute()
    await push(ada, '17:00', update('orders', orderId, { quotedCost: ['80', '85'] }))
    expect(await texts(ada)).toHaveLength(1)
    await db.deleteFrom('shop_users').where('user_id', '=', ada).execute()
    for (const userId of [ada, ben])
      await db.insertInto('shop_users').values({ id: newId(), shop_id: shopId, user_id: userId, created_at: world.now.toISOString() }).execute()
    expect([await texts(ada), await texts(ben)]).toEqual([[], []])
  })

  it('are read once for all devices of a person, go after 30 days, and are never more than 200', async () => {
    await push(ben, '10:00', update('orders', orderId, { quotedCost: ['80', '0'] }))
    for (let count = 1; count <= 201; count++) await push(ada, '09:10', update('orders', orderId, { quotedCost: ['80', String(count)] }))
    const [first, ...others] = await notices(ben)
    expect(others).toHaveLength(199)
    await dismissNotices(world.services, ada, [first?.id ?? ''])
    expect(await notices(ben)).toHaveLength(200)
    await dismissNotices(world.services, ben, [first?.id ?? ''])
    expect(await notices(ben)).toEqual(others)
    world.now = new Date('2026-04-02T18:00:00.000Z')
    await deleteOldNotices(world.services)
    expect(await notices(ben)).toEqual([])
  })

  it('tell no more of a customer who was erased', async () => {
    await push(ben, '16:02', update('orders', orderId, { quotedCost: ['80', '90'] }))
    await push(ada, '09:10', update('orders', orderId, { quotedCost: ['80', '85'] }))
    const admin = await world.addUser({ shopIds: [shopId], privileges: ['delete_customer'] })
    await applyOps(world.services, { ...(await world.caller(admin)), origin: 'rest' }, shopId, [
      { action: 'erase', collection: 'customers', id: customerId, name: 'Mary' },
    ])
    expect([await texts(ada), await texts(ben)]).toEqual([[], []])
  })
})
