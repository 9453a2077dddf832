import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import { createRandom } from '#scripts/demo/random.ts'
import { documentToRow, keyToRef, type RowKey, rowKey } from '../../rows/rows.ts'
import { openDeviceStore } from '../../storage/unsent-store.ts'
import { Outbox } from '../outbox.ts'

const shopId = v7()

function makeEntry() {
  const id = v7()
  const op = { action: 'update', collection: 'customers', id, changes: { email: { from: null, to: 'a@example.com' } } } as const
  return { mutation: { id: v7(), shopId, at: '2026-03-02T09:00:00.000Z', ops: [op] }, effects: [], keys: [rowKey('customers', id)], bytes: 200, summary: '' }
}

const baseOf = (key: RowKey, seq: number) => ({ key, row: documentToRow('customers', { id: keyToRef(key).id, shopId, createdAt: '', updatedAt: '', seq }) })

async function openOutboxWith(count: number) {
  const store = await openDeviceStore(v7())
  const outbox = new Outbox(store)
  await outbox.refresh()
  const entries = Array.from({ length: count }, makeEntry)
  const keys = entries.flatMap((entry) => entry.keys)
  await outbox.appendAll(
    entries,
    keys.map((key) => baseOf(key, 1)),
    [],
  )
  const settle = async (from: number, to: number, seq: number): Promise<void> => {
    const results = entries.slice(from, to).map(({ mutation, keys: [key = 'customers/'] }) => ({
      id: mutation.id,
      outcome: 'applied' as const,
      documents: [{ collection: 'customers', document: { ...baseOf(key, seq).row } }],
    }))
    await outbox.settle(results, () => expect.unreachable())
  }
  return { store, outbox, entries, keys, settle }
}

it('what an answer says of many rows is stored in one record, and leaves with the last of them', async () => {
  const { store, outbox, keys, settle } = await openOutboxWith(40)
  await settle(0, 30, 2)
  expect(await store.bases.count()).toBe(41)
  await outbox.dropBases(keys.slice(0, 10))
  expect(await store.bases.count()).toBe(31)
  await outbox.dropBases(keys.slice(10, 30))
  expect(await store.bases.count()).toBe(10)
  await settle(30, 40, 3)
  await outbox.releaseBases(keys)
  expect(await store.bases.count()).toBe(0)
  store.close()
})

it('a row has the newest base that was said of it, in whichever record, in this tab, in others and after a start', async () => {
  const random = createRandom(7)
  for (let run = 0; run < 12; run++) {
    const { store, outbox, entries, keys, settle } = await openOutboxWith(60)
    const reader = new Outbox(store)
    await reader.refresh()
    const baseByKey = new Map(keys.map((key) => [key, 1]))
    let answered = 0
    for (let seq = 2; seq < 30; seq++) {
      const chosen = keys.filter(() => random.next() < (seq % 3 === 0 ? 0.5 : 0.05))
      const kind = random.next()
      if (kind < 0.4) {
        const next = Math.min(entries.length, answered + Math.ceil(random.next() * 15))
        await settle(answered, next, seq)
        for (const key of keys.slice(answered, next)) baseByKey.set(key, seq)
        answered = next
      } else if (kind < 0.7) {
        const held = chosen.filter((key) => baseByKey.has(key))
        await outbox.putBases(held.map((key) => baseOf(key, seq)))
        for (const key of held) baseByKey.set(key, seq)
      } else {
        await outbox.dropBases(chosen)
        for (const key of chosen) baseByKey.delete(key)
      }
      // Meanwhile another row changes, or one whose base was dropped.
      const added = makeEntry()
      const again = random.next() < 0.5 ? keys.find((key) => !outbox.isDirty(key)) : undefined
      const key = again ?? added.keys[0] ?? 'customers/'
      await outbox.append({ ...added, keys: [key] }, [baseOf(key, seq)])
      baseByKey.set(key, seq)
      if (random.next() < 0.6) await reader.refresh()
    }
    await reader.refresh()
    const started = new Outbox(store)
    await started.refresh()
    for (const one of [outbox, reader, started]) {
      expect(new Map([...one.dirtyKeys()].flatMap((key) => (one.baseOf(key) === undefined ? [] : [[key, one.baseOf(key)?.seq]])))).toEqual(baseByKey)
    }
    store.close()
  }
})

it('a base that another version of the app stored gets the fields of this one, and anything that the server says of it is newer', async () => {
  const { store, outbox, keys } = await openOutboxWith(1)
  const [key = 'customers/'] = keys
  const { row } = baseOf(key, 7)
  const { email: _email, ...lacking } = row
  await store.bases.put({ key, row: { ...lacking, shelf: 'left' } })
  const reader = new Outbox(store)
  await reader.refresh()
  expect(reader.baseOf(key)).toEqual({ ...row, seq: 0 })
  expect(outbox.baseOf(key)?.seq).toBe(1)
  store.close()
})
