import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { CollectionName } from '#schema/collections/index.ts'
import { contentOf, create, createWorld, mutation, orderValues, remove, restore, statusId, update, type World } from '../../testing/test-world.ts'
import { noticeToText } from '#schema/rules/merge/notices.ts'
import { texts } from '#schema/language/compiled/notices/notices-en.ts'
import { saveContent } from '../../commands/files/save-content.ts'
import { fileOf, onePixelPng } from '../../testing/test-pictures.ts'
import { readFeedPlaces } from '../sequence/feed-marks.ts'
import { partToText } from '#schema/rules/text/activity-entry.ts'
import { inEnglish } from '../activity-english.ts'
import { listNotices } from '../../queries/notices.ts'
import { deleteRow, updateRow } from '../write-rows.ts'

let world: World
let shopId: string
let ada: string
let ben: string
const customerId = v7()
const orderId = v7()

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  ada = await world.addUser({ shopIds: [shopId], name: 'Ada' })
  ben = await world.addUser({ shopIds: [shopId], name: 'Ben' })
  await push(ada, create('customers', customerId, { name: 'Mary' }), create('orders', orderId, orderValues(customerId)))
})
afterEach(() => world.close())

const push = async (userId: string, ...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops)], { deviceId: userId }))[0]
const seqOf = async (collection: CollectionName, id: string): Promise<number> =>
  (await world.services.reader.selectFrom(collection).select('seq').where('id', '=', id).executeTakeFirstOrThrow()).seq
const isDeleted = async (collection: CollectionName, id: string): Promise<boolean> =>
  (await world.services.reader.selectFrom(collection).select('deleted').where('id', '=', id).executeTakeFirstOrThrow()).deleted === 1
const seeing = async (...rows: [CollectionName, string][]) =>
  Object.fromEntries(await Promise.all(rows.map(async ([collection, id]) => [id, await seqOf(collection, id)] as const)))
const pay = (id: string, paymentAmount: number) => create('payments', id, { orderId, paymentAmount })
const since = (words: string) => ({ outcome: 'rejected', error: { code: 'CHANGED_SINCE', message: `Since then ${words}. Delete anyway?` } })

describe('a deletion that says what its author had seen', () => {
  it('goes when nothing came since', async () => {
    const payment = v7()
    await push(ben, pay(payment, 20))
    const seen = await seeing(['orders', orderId], ['payments', payment])
    expect(await push(ada, { ...remove('orders', orderId), seen })).toMatchObject({ outcome: 'applied' })
    expect(await isDeleted('payments', payment)).toBe(true)
  })

  it('is refused in words, money first, and answers with everything that came since', async () => {
    const seen = await seeing(['orders', orderId])
    const payment = v7()
    await push(ben, pay(payment, 250), create('tasks', v7(), { orderId, description: 'Call' }))
    await push(ben, update('orders', orderId, { orderNotes: [null, 'paid in cash'], orderStatusId: [statusId['Dropped Off'], statusId['Picked up']] }))
    const refused = await push(ada, { ...remove('orders', orderId), seen })
    expect(refused).toMatchObject(since('$250 was paid, the status was set to Picked up, order notes changed and a task was added'))
    expect(contentOf(refused, orderId)).toMatchObject({ orderNotes: 'paid in cash' })
    expect(contentOf(refused, payment)).toMatchObject({ paymentAmount: 250 })
    expect(await isDeleted('orders', orderId)).toBe(false)
    const newest = Object.fromEntries((refused?.documents ?? []).map(({ document }) => [document.id, document.seq ?? 0]))
    expect(await push(ada, { ...remove('orders', orderId), seen: newest, anyway: seen })).toMatchObject({ outcome: 'applied' })
    expect(await isDeleted('payments', payment)).toBe(true)
  })

  it('counts as one that saw nothing where its numbers are of another life of the feed', async () => {
    const payment = v7()
    await push(ben, pay(payment, 250))
    const seen = await seeing(['orders', orderId], ['payments', payment])
    const [place] = Object.values(await readFeedPlaces(world.services.reader, [shopId]))
    const mistaken = [{ epoch: v7() }, { mark: 'of a transaction that was lost' }, { seq: (place?.seq ?? 0) + 1 }]
    for (const wrong of mistaken) {
      expect(await push(ada, { ...remove('orders', orderId), seen, seenAt: [place, { ...place, ...wrong }] })).toMatchObject(since('$250 was paid'))
    }
    expect(await isDeleted('orders', orderId)).toBe(false)
    expect(await push(ada, { ...remove('orders', orderId), seen, seenAt: [place] })).toMatchObject({ outcome: 'applied' })
  })

  it('adds up several payments and costs, and tells what was changed', async () => {
    const [first, second, third] = [v7(), v7(), v7()]
    await push(ada, pay(first, 5))
    const seen = await seeing(['orders', orderId], ['payments', first])
    await push(ben, pay(second, 1.25), pay(third, 2), create('costs', v7(), { orderId, costAmount: 40 }), update('payments', first, { paymentAmount: [5, 6] }))
    expect(await push(ada, { ...remove('orders', orderId), seen })).toMatchObject(
      since('$3.25 was paid in 2 payments, a payment was changed and a cost of $40 was added'),
    )
  })

  it('takes what its own device did for seen, though its numbers are newer, and not what came between', async () => {
    const seen = await seeing(['orders', orderId])
    const payment = v7()
    await push(ada, pay(payment, 7))
    await push(ada, update('orders', orderId, { quotedCost: [null, '9'] }))
    expect(await push(ada, { ...remove('orders', orderId), seen })).toMatchObject({ outcome: 'applied' })
    const other = v7()
    await push(ada, create('orders', other, orderValues(customerId)))
    const seenOther = await seeing(['orders', other])
    await push(ben, update('orders', other, { priority: [false, true] }))
    await push(ada, update('orders', other, { quotedCost: [null, '9'] }))
    expect(await push(ada, { ...remove('orders', other), seen: seenOther })).toMatchObject(since('high priority changed'))
  })

  it('takes for its own, on a device whose profile was copied, what it says to have done, and nothing that the copy did', async () => {
    const [first, second] = [v7(), v7()]
    const push = async (...mutations: ReturnType<typeof mutation>[]) => (await world.push(ada, mutations, { deviceId: ada })).at(-1)
    const seen = await seeing(['orders', orderId])
    const own = mutation(shopId, [pay(first, 7), update('orders', orderId, { quotedCost: [null, '9'] })])
    await push(own)
    await push(mutation(shopId, [pay(second, 250)]))
    const deleting = { ...remove('orders', orderId), seen }
    expect(await push(mutation(shopId, [{ ...deleting, own: [own.id] }]))).toMatchObject(since('$250 was paid'))
    expect(await push(mutation(shopId, [{ ...deleting, own: [] }]))).toMatchObject(since('$257 was paid in 2 payments and quoted cost changed'))
    expect(await isDeleted('orders', orderId)).toBe(false)
    const seenBoth = { ...seen, [second]: await seqOf('payments', second) }
    const third = mutation(shopId, [update('orders', orderId, { priority: [false, true] })])
    const both = mutation(shopId, [
      update('orders', orderId, { orderNotes: [null, 'x'] }),
      { ...remove('orders', orderId), seen: seenBoth, own: [own.id, third.id] },
    ])
    expect(await push(third, both)).toMatchObject({ outcome: 'applied' })
    expect(await isDeleted('payments', second)).toBe(true)
  })

  it("takes nobody else's work for its own, whatever a deletion names", async () => {
    const seen = await seeing(['orders', orderId])
    const foreign = mutation(shopId, [pay(v7(), 20)])
    await world.push(ben, [foreign], { deviceId: ben })
    expect(await push(ada, { ...remove('orders', orderId), seen, own: [foreign.id, v7()] })).toMatchObject(since('$20 was paid'))
  })

  it('takes the content of a photo that has arrived since for no change of it, whoever took the photo, and a photo that nobody saw for one', async () => {
    const addPhoto = async (userId: string): Promise<string> => {
      const id = v7()
      await push(userId, create('attachments', id, fileOf(orderId, onePixelPng)))
      return id
    }
    const [mine, theirs] = [await addPhoto(ada), await addPhoto(ben)]
    const seen = await seeing(['orders', orderId], ['attachments', theirs])
    await saveContent(world.services, ben, shopId, theirs, onePixelPng)
    await saveContent(world.services, ada, shopId, mine, onePixelPng)
    expect(await seqOf('attachments', theirs)).toBeGreaterThan(seen[theirs] ?? 0)
    const late = await addPhoto(ben)
    await saveContent(world.services, ben, shopId, late, onePixelPng)
    expect(await push(ada, { ...remove('orders', orderId), seen })).toMatchObject({ outcome: 'rejected', error: { code: 'CHANGED_SINCE' } })
    await push(ben, update('attachments', theirs, { caption: [null, 'scratch'] }))
    const seenLate = { ...seen, ...(await seeing(['attachments', late])) }
    expect(await push(ada, { ...remove('orders', orderId), seen: seenLate })).toMatchObject({ outcome: 'rejected', error: { code: 'CHANGED_SINCE' } })
    const seenAll = { ...seenLate, ...(await seeing(['attachments', theirs])) }
    expect(await push(ada, { ...remove('orders', orderId), seen: seenAll })).toMatchObject({ outcome: 'applied' })
    expect([await isDeleted('attachments', mine), await isDeleted('attachments', theirs)]).toEqual([true, true])
  })

  it('of an order whose own photos were sent in the same moment goes at once, and tells nobody', async () => {
    const photo = v7()
    await push(ada, create('attachments', photo, fileOf(orderId, onePixelPng)))
    const seen = await seeing(['orders', orderId], ['attachments', photo])
    await saveContent(world.services, ada, shopId, photo, onePixelPng)
    expect(await push(ada, { ...remove('orders', orderId), seen })).toMatchObject({ outcome: 'applied' })
    const notices = await listNotices(world.services.reader, { ...(await world.caller(ada)), userId: ada })
    expect(notices).toEqual([])
  })

  it("knows whose a customer's devices are", async () => {
    const [customer, own, other] = [v7(), v7(), v7()]
    await push(ada, create('customers', customer, { name: 'Joe' }))
    const seen = await seeing(['customers', customer])
    await push(ada, create('assets', own, { customerId: customer, model: 'Seven' }))
    await push(ben, create('assets', other, { customerId: customer, model: 'Nine' }))
    expect(await push(ada, { ...remove('customers', customer), seen })).toMatchObject(since('a device was added'))
    const seenBoth = { ...seen, [other]: await seqOf('assets', other) }
    expect(await push(ada, { ...remove('customers', customer), seen: seenBoth })).toMatchObject({ outcome: 'applied' })
    expect(await isDeleted('assets', own)).toBe(true)
  })

  it('looks at what the same person did on another device', async () => {
    const seen = await seeing(['orders', orderId])
    await world.push(ada, [mutation(shopId, [pay(v7(), 9)])], { deviceId: 'another' })
    expect(await push(ada, { ...remove('orders', orderId), seen })).toMatchObject(since('$9 was paid'))
  })

  it('tells that somebody had brought it back, and does not count what came back with it', async () => {
    const payment = v7()
    await push(ben, pay(payment, 20))
    const seen = await seeing(['orders', orderId], ['payments', payment])
    await push(ben, remove('orders', orderId))
    await push(ben, restore('orders', orderId))
    expect(await push(ada, { ...remove('orders', orderId), seen })).toMatchObject(since('it was brought back'))
  })

  it('holds for a payment too, and for numbers instead of a list', async () => {
    const payment = v7()
    await push(ada, pay(payment, 20))
    const seen = await seqOf('payments', payment)
    await push(ben, update('payments', payment, { paymentAmount: [20, 30] }))
    expect(await push(ada, { ...remove('payments', payment), seen })).toMatchObject(since('amount changed'))
    expect(await push(ada, { ...remove('payments', payment), seen: seen + 1_000 })).toMatchObject({ outcome: 'applied' })
  })

  it('is not held up by what went meanwhile, nor by other orders of the shop', async () => {
    const [payment, other] = [v7(), v7()]
    await push(ben, pay(payment, 20))
    const seen = await seeing(['orders', orderId], ['payments', payment])
    await push(ben, remove('payments', payment))
    await push(ben, create('orders', other, orderValues(customerId)), create('payments', v7(), { orderId: other, paymentAmount: 1 }))
    expect(await push(ada, { ...remove('orders', orderId), seen })).toMatchObject({ outcome: 'applied' })
  })

  it('of a customer with orders is still refused for the orders', async () => {
    const seen = await seeing(['customers', customerId])
    await push(ben, update('customers', customerId, { name: ['Mary', 'Mary Jane'] }))
    expect(await push(ada, { ...remove('customers', customerId), seen })).toMatchObject({ error: { code: 'FOREIGN_KEY_VIOLATION' } })
  })

  it('says nothing of it and goes as ever: REST, and programs that say nothing of what they saw', async () => {
    await push(ben, pay(v7(), 250))
    expect(await push(ada, remove('orders', orderId))).toMatchObject({ outcome: 'applied' })
    const other = v7()
    await push(ada, create('orders', other, orderValues(customerId)))
    await updateRow(world.services, { ...(await world.caller(ben)), origin: 'rest' }, shopId, 'orders', other, { priority: true })
    await deleteRow(world.services, { ...(await world.caller(ada)), origin: 'rest' }, shopId, 'orders', other)
    expect(await isDeleted('orders', other)).toBe(true)
  })
})

describe('a restore that names the deletion that it undoes', () => {
  const write = async (userId: string, ...ops: unknown[]) => {
    const sent = mutation(shopId, ops)
    const [result] = await world.push(userId, [sent], { deviceId: userId })
    return { id: sent.id, result }
  }

  it('brings the row back while nobody else deleted it', async () => {
    const { id: deletion } = await write(ada, remove('orders', orderId))
    expect((await write(ada, { ...restore('orders', orderId), deletion })).result).toMatchObject({ outcome: 'applied' })
    expect(await isDeleted('orders', orderId)).toBe(false)
  })

  it.each(['before', 'after'])('leaves what somebody else deleted on purpose %s', async (when) => {
    if (when === 'before') await write(ben, remove('orders', orderId))
    const { id: deletion } = await write(ada, remove('orders', orderId))
    if (when === 'after') await write(ben, remove('orders', orderId))
    const { result } = await write(ada, { ...restore('orders', orderId), deletion })
    expect(result).toMatchObject({
      outcome: 'rejected',
      error: { code: 'DELETED_TOO', message: 'Ben deleted this too. If it should come back all the same, restore it from Recently deleted.' },
    })
    expect(await isDeleted('orders', orderId)).toBe(true)
  })

  it('knows nothing of a deletion that was undone, and brings back without a name as ever', async () => {
    await write(ada, remove('orders', orderId))
    await write(ben, remove('orders', orderId))
    expect((await write(ada, restore('orders', orderId))).result).toMatchObject({ outcome: 'applied' })
    const { id: deletion } = await write(ada, remove('orders', orderId))
    expect((await write(ada, { ...restore('orders', orderId), deletion })).result).toMatchObject({ outcome: 'applied' })
  })

  it('leaves what somebody deleted by itself when the order comes back with which it had gone', async () => {
    const [payment, other] = [v7(), v7()]
    await push(ada, pay(payment, 20), pay(other, 30))
    const { id: deletion } = await write(ada, remove('orders', orderId))
    await write(ben, remove('payments', payment))
    expect((await write(ada, { ...restore('orders', orderId), deletion })).result).toMatchObject({ outcome: 'applied' })
    expect([await isDeleted('payments', payment), await isDeleted('payments', other)]).toEqual([true, false])
    expect((await write(ben, restore('payments', payment))).result).toMatchObject({ outcome: 'applied' })
    expect(await isDeleted('payments', payment)).toBe(false)
  })
})

describe('whose work goes along with a deletion', () => {
  const noticesOf = async (userId: string) =>
    (await listNotices(world.services.reader, await world.caller(userId).then((caller) => ({ ...caller, userId })))).map((notice) => [
      notice.rowId,
      noticeToText(notice, { texts, say: (instant) => instant, toText: (part) => partToText(part, inEnglish) }),
    ])
  const told = 'Ada deleted this. What you had done meanwhile went with it: $250 was paid and order notes changed. You find it under Recently deleted.'

  it('is told when somebody deletes anyway, and nobody when everything had been seen', async () => {
    const cleo = await world.addUser({ shopIds: [shopId], name: 'Cleo' })
    await push(cleo, update('orders', orderId, { priority: [false, true] }))
    const seen = await seeing(['orders', orderId])
    const payment = v7()
    await push(ben, pay(payment, 250), update('orders', orderId, { orderNotes: [null, 'cash'] }))
    const newest = await seeing(['orders', orderId], ['payments', payment])
    await push(ada, { ...remove('orders', orderId), seen: newest, anyway: seen })
    expect(await noticesOf(ben)).toEqual([[orderId, told]])
    expect([await noticesOf(cleo), await noticesOf(ada)]).toEqual([[], []])
    const other = v7()
    await push(ben, create('orders', other, orderValues(customerId)))
    await push(ada, { ...remove('orders', other), seen: await seeing(['orders', other]) })
    expect(await noticesOf(ben)).toHaveLength(1)
  })

  it('is told when a program that says nothing of what it had seen deletes late', async () => {
    world.now = new Date('2026-03-02T12:00:00.000Z')
    await world.push(ben, [mutation(shopId, [pay(v7(), 250), update('orders', orderId, { orderNotes: [null, 'cash'] })], world.now.toISOString())], {
      deviceId: ben,
    })
    world.now = new Date('2026-03-02T13:00:00.000Z')
    await world.push(ada, [mutation(shopId, [remove('orders', orderId)], '2026-03-02T11:00:00.000Z')], { deviceId: ada })
    expect(await noticesOf(ben)).toEqual([[orderId, told]])
    expect(await noticesOf(ada)).toEqual([])
  })
})
