import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import { openLocalDatabase } from '../storage/row-database.ts'
import { readWork } from '../storage/stored-work.ts'
import { openDeviceStore, toSentEntries } from '../storage/unsent-store.ts'
import { testStorage } from '../testing/test-device.ts'
import { rowKey } from '../rows/rows.ts'
import { Outbox } from './outbox.ts'
import { forgetSent, forgetSentAbout, listKnownPlaces, readReached, takeBackSent, trimSent, trimSentInTime } from './sent.ts'

const [shopId, otherShopId] = [v7(), v7()]
const now = new Date('2026-03-02T09:00:00.000Z')

function makeEntry(index: number, bytes = 200) {
  const id = v7()
  const op = { action: 'update', collection: 'customers', id, changes: { email: { from: null, to: 'a@example.com' } } } as const
  const mutation = { id: v7(), shopId: index % 2 === 0 ? shopId : otherShopId, at: now.toISOString(), ops: [op] }
  return { mutation, effects: [], keys: [rowKey('customers', id)], bytes, summary: '' }
}

/** A device whose mutations, of two shops in turn, were answered in batches of these sizes; each answer advanced the feed by ten. */
async function openTaken(answers: readonly number[], bytes?: number) {
  const store = await openDeviceStore(v7())
  const outbox = new Outbox(store)
  await outbox.refresh()
  const count = answers.reduce((sum, one) => sum + one, 0)
  const entries = Array.from({ length: count }, (_, index) => makeEntry(index, bytes))
  await outbox.appendAll(entries, [], [])
  let from = 0
  for (const [index, size] of answers.entries()) {
    const place = { epoch: 'epoch', seq: 10 * (index + 1), mark: `mark ${index}` }
    const serverTime = new Date(now.getTime() + index).toISOString()
    await outbox.settle(
      entries.slice(from, from + size).map(({ mutation }) => ({ id: mutation.id, outcome: 'applied', documents: [] })),
      () => expect.unreachable(),
      () => ({ serverTime, reached: { [shopId]: place, [otherShopId]: place } }),
    )
    from += size
  }
  const sent = async () => (await store.sent.toArray()).flatMap(toSentEntries)
  return { store, outbox, ids: entries.map(({ mutation }) => mutation.id), entries, sent }
}

it('what one answer took is kept in one record, and one mutation alone in its own', async () => {
  const { store, ids, sent } = await openTaken([3, 1, 2])
  expect(await store.sent.count()).toBe(3)
  expect(new Set((await sent()).map(({ id }) => id))).toEqual(new Set(ids))
  expect((await readWork(store)).sent.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  store.close()
})

it('where the feed stood at a refusal is known, though nothing was taken: the rows that it brought are of there', async () => {
  const { store, outbox } = await openTaken([1])
  const entry = makeEntry(0)
  await outbox.appendAll([entry], [], [])
  const { mutation, summary } = entry
  const error = { code: 'CHANGED_SINCE', message: 'Somebody else added a payment.' } as const
  const place = { epoch: 'epoch', seq: 40, mark: 'mark of the refusal' }
  await outbox.settle(
    [{ id: mutation.id, outcome: 'rejected', error, documents: [] }],
    () => ({ id: mutation.id, mutation, error, refusedAt: now.toISOString(), summary }),
    () => ({ serverTime: now.toISOString(), reached: { [shopId]: place } }),
  )
  expect(outbox.reachedByShop.get(shopId)).toEqual(place)
  expect((await readReached(store)).get(shopId)).toEqual(place)
  store.close()
})

it('of what one answer took only what belongs to a lost shop, or tells of somebody who was erased, is forgotten', async () => {
  const { store, outbox, ids, entries, sent } = await openTaken([4, 1])
  const database = await openLocalDatabase({ userId: v7(), storage: testStorage(), collections: ['customers'] })
  const [first] = entries[0]?.mutation.ops ?? []
  await outbox.holdSent()
  await forgetSentAbout({ database, outbox }, store, [first?.id ?? ''])
  expect((await sent()).map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted())
  expect(outbox.kept.count).toBe(4)
  await forgetSent({ database, outbox }, store, otherShopId)
  expect((await sent()).map(({ id }) => id).toSorted()).toEqual([2, 4].flatMap((index) => ids[index] ?? []).toSorted())
  expect(await listKnownPlaces(store, otherShopId)).toBeUndefined()
  await database.close()
  store.close()
})

it('hazard 36: what a server that went back lost is sent again out of any answer, in its order, and the rest stays kept', async () => {
  const { store, outbox, ids, sent } = await openTaken([4, 4, 1])
  const database = await openLocalDatabase({ userId: v7(), storage: testStorage(), collections: ['customers'] })
  expect(await listKnownPlaces(store, shopId)).toEqual({
    [shopId]: { epoch: 'epoch', places: [10, 20, 30].map((seq, index) => ({ seq, mark: `mark ${index}` })) },
  })
  expect(await takeBackSent({ database, outbox }, store, shopId, { epoch: 'epoch', heldSeq: 10 }, now)).toBe(3)
  expect(outbox.entries.map(({ mutation }) => mutation.id)).toEqual([ids[4], ids[6], ids[8]])
  expect((await sent()).map(({ id }) => id).toSorted()).toEqual([0, 1, 2, 3, 5, 7].flatMap((index) => ids[index] ?? []).toSorted())
  await database.close()
  store.close()
})

it('what waits beside what a server that went back lost stands on the answer of the life that goes on, whatever its number', async () => {
  const { store, outbox } = await openTaken([1])
  const database = await openLocalDatabase({ userId: v7(), storage: testStorage(), collections: ['customers'] })
  const waiting = makeEntry(0)
  const [key = expect.unreachable()] = waiting.keys
  const id = waiting.mutation.ops[0]?.id ?? ''
  const customer = (email: string | null, seq: number) => ({ id, shopId, name: 'Ada', email, createdAt: now.toISOString(), updatedAt: now.toISOString(), seq })
  await outbox.appendAll([waiting], [{ key, row: customer('of-before@example.com', 74) }], [])
  await takeBackSent({ database, outbox }, store, shopId, { epoch: 'epoch', heldSeq: 5 }, now)
  await outbox.settle([{ id: waiting.mutation.id, outcome: 'applied', documents: [{ collection: 'customers', document: customer('a@example.com', 9) }] }], () =>
    expect.unreachable(),
  )
  expect(outbox.baseOf(key)).toMatchObject({ email: 'a@example.com', seq: 9 })
  await database.close()
  store.close()
})

it('hazard 67: what came once more in a file while the server had it waits once when the server goes back, in front of what came behind it', async () => {
  const { store, outbox, ids, entries, sent } = await openTaken([1, 2])
  const database = await openLocalDatabase({ userId: v7(), storage: testStorage(), collections: ['customers'] })
  const later = makeEntry(0)
  const origin = { deviceId: 'the other tablet', clockOffsetMs: 0 }
  await outbox.appendAll([...entries.map((entry) => ({ ...entry, origin })), later], [], [])
  expect(await takeBackSent({ database, outbox }, store, shopId, { epoch: 'epoch', heldSeq: 5 }, now)).toBe(2)
  expect(outbox.entries.map(({ mutation }) => mutation.id)).toEqual([ids[0], ids[2], ids[1], later.mutation.id])
  const mutations = outbox.entries.map(({ mutation }) => mutation)
  await outbox.settle(
    mutations.map(({ id }) => ({ id, outcome: 'applied', documents: [] })),
    () => expect.unreachable(),
  )
  expect(outbox.entries).toEqual([])
  expect(await store.outbox.count()).toBe(0)
  expect((await sent()).map(({ id }) => id)).toEqual([ids[1]])
  await database.close()
  store.close()
})

it('the oldest of what was taken goes beyond 2,000 mutations, however they lie, and what is older than 14 days', async () => {
  const { store, outbox, sent } = await openTaken([400, 400, 400, 1, 400, 400, 400])
  await outbox.holdSent()
  expect(await trimSentInTime(store, now, { bytes: 0, count: outbox.kept.count })).toBe(true)
  expect((await sent()).length).toBe(1_601)
  await outbox.holdSent()
  expect(outbox.kept.count).toBe(1_601)
  expect(await trimSentInTime(store, now, { bytes: 0, count: outbox.kept.count })).toBe(false)
  await trimSent(store, new Date(now.getTime() + 15 * 86_400_000))
  expect(await store.sent.count()).toBe(0)
  store.close()
})
