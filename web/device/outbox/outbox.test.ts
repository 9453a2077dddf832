import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { describe, expect, it, vi } from 'vitest'
import { v7 } from 'uuid'
import { makeLateRows, reconcile, settle } from './local-state.ts'
import { type BaseBatch, type BaseRow, openDeviceStore } from '../storage/unsent-store.ts'
import { openLocalDatabase } from '../storage/row-database.ts'
import { Outbox } from './outbox.ts'
import { documentToRow, keyToRef, type RowKey, rowKey } from '../rows/rows.ts'
import { putBack } from '../leaving/sealing.ts'
import { testStorage } from '../testing/test-device.ts'

const shopId = v7()

function makeEntry() {
  const id = v7()
  const op = { action: 'update', collection: 'customers', id, changes: { email: { from: null, to: 'a@example.com' } } } as const
  return { mutation: { id: v7(), shopId, at: '2026-03-02T09:00:00.000Z', ops: [op] }, effects: [], keys: [rowKey('customers', id)], bytes: 200, summary: '' }
}

it('an outbox in another tab holds the same after each change, in the same order, and reads each mutation once', async () => {
  const store = await openDeviceStore(v7())
  const [writer, reader] = [new Outbox(store), new Outbox(store)]
  await writer.refresh()
  const seen = new Map<string, unknown>()
  for (let round = 0; round < 6; round++) {
    await writer.append(makeEntry(), [])
    await writer.append(makeEntry(), [])
    const oldest = writer.entries[0]
    if (round % 2 === 1 && oldest !== undefined)
      await writer.settle([{ id: oldest.mutation.id, outcome: 'applied', documents: [] }], () => expect.unreachable())
    expect(await reader.refresh()).toBe(true)
    expect(reader.entries).toEqual(writer.entries)
    expect(reader.dirtyKeys().toSorted()).toEqual(writer.dirtyKeys().toSorted())
    for (const entry of reader.entries) {
      expect(seen.get(entry.mutation.id) ?? entry).toBe(entry)
      seen.set(entry.mutation.id, entry)
    }
  }
  expect(await reader.refresh()).toBe(false)
  store.close()
})

async function manyBases(count: number) {
  const store = await openDeviceStore(v7())
  const [writer, reader] = [new Outbox(store), new Outbox(store)]
  await writer.refresh()
  const entries = Array.from({ length: count }, makeEntry)
  const baseOf = (key: RowKey, seq: number) => ({ key, row: documentToRow('customers', { id: keyToRef(key).id, shopId, createdAt: '', updatedAt: '', seq }) })
  const keys = entries.flatMap((entry) => entry.keys)
  await writer.appendAll(
    entries,
    keys.map((key) => baseOf(key, 1)),
    [],
  )
  await reader.refresh()
  const expectSame = () => {
    expect(reader.dirtyKeys().toSorted()).toEqual(writer.dirtyKeys().toSorted())
    for (const key of keys) expect(reader.baseOf(key)).toEqual(writer.baseOf(key))
  }
  return { store, writer, reader, entries, keys, baseOf, expectSame }
}

it('an outbox in another tab reads the bases that changed, not thousands for each answer', async () => {
  const { store, writer, reader, entries, keys, baseOf, expectSame } = await manyBases(400)
  let read = 0
  store.bases.hook('reading', (base: BaseRow | BaseBatch) => {
    read++
    return base
  })
  for (let batch = 0; batch < 8; batch++) {
    const answered = entries.slice(batch * 10, batch * 10 + 10)
    const { keys: settled } = await writer.settle(
      answered.map(({ mutation }) => ({ id: mutation.id, outcome: 'applied', documents: [] })),
      () => expect.unreachable(),
    )
    await writer.putBases([baseOf(keys[399 - batch] ?? 'customers/', 2)])
    if (batch % 2 === 0) await writer.dropBases(settled)
    expect(await reader.refresh()).toBe(true)
    expectSame()
  }
  expect(read).toBeLessThan(100)
  // A tab that missed more versions reads everything.
  for (let change = 0; change < 60; change++) await writer.putBases([baseOf(keys[200 + change] ?? 'customers/', 3)])
  await reader.refresh()
  expectSame()
  store.close()
})

it('an outbox whose reading failed reads again', async () => {
  const { store, writer, reader, keys, baseOf, expectSame } = await manyBases(3)
  await writer.putBases([baseOf(keys[0] ?? 'customers/', 2)])
  const { bases } = store
  const read = bases.bulkGet.bind(bases)
  bases.bulkGet = () => Dexie.Promise.reject(new Error('The storage is busy'))
  await expect(reader.refresh()).rejects.toThrow('busy')
  bases.bulkGet = read
  expect(await reader.refresh()).toBe(true)
  expectSame()
  store.close()
})

it('ten times as many mutations on one row take ten times the work to send, not a hundred times', async () => {
  const stepsFor = async (count: number): Promise<number> => {
    const { store, outbox } = await openOutbox()
    const database = await openLocalDatabase({ userId: v7(), storage: testStorage(), collections: ['customers'] })
    const id = v7()
    const key = rowKey('customers', id)
    const row = (seq: number, customerNotes: string) =>
      documentToRow('customers', { id, shopId, createdAt: '2026-03-02T08:00:00.000Z', updatedAt: '2026-03-02T08:00:00.000Z', seq, name: 'Ada', customerNotes })
    const entries = Array.from({ length: count }, (_, index) => ({
      ...makeEntry(),
      keys: [key],
      mutation: {
        id: v7(),
        shopId,
        at: '2026-03-02T09:00:00.000Z',
        ops: [{ action: 'update', collection: 'customers', id, changes: { customerNotes: { from: String(index), to: String(index + 1) } } } as const],
      },
    }))
    await outbox.appendAll(entries, [{ key, row: row(1, '0') }], [])
    let steps = 0
    const mutationsOf = outbox.mutationsOf.bind(outbox)
    outbox.mutationsOf = (asked) => {
      const mutations = mutationsOf(asked)
      steps += mutations.length
      return mutations
    }
    const localState = { database, outbox }
    await reconcile(localState, [key])
    for (let done = 0; done < count; done += 100) {
      const answered = entries.slice(done, done + 100)
      const document = { collection: 'customers', document: { ...row(done + 2, String(done + answered.length)), email: 'of somebody else' } }
      await settle(
        localState,
        answered.map(({ mutation }) => ({ id: mutation.id, outcome: 'applied', documents: [document] })),
        () => expect.unreachable(),
      )
      const shown = (await database.find('customers', [id])).get(id)
      expect(shown?.['customerNotes']).toBe(String(count))
      // Postponed rows are rebuilt once no more answers come.
      if (done !== 300) continue
      await makeLateRows(localState)
      expect((await database.find('customers', [id])).get(id)).toMatchObject({ customerNotes: String(count), email: 'of somebody else', seq: done + 2 })
      expect(outbox.late.keys()).toEqual([])
    }
    expect(outbox.isEmpty).toBe(true)
    expect((await database.find('customers', [id])).get(id)).toMatchObject({ seq: count - 98, email: 'of somebody else' })
    await database.close()
    store.close()
    return steps
  }
  const steps = await stepsFor(5_000)
  expect(steps).toBeLessThan(5 * 5_000)
})

describe('a deletion that may have been sent before', () => {
  function makeDeletion() {
    const id = v7()
    const op = { action: 'delete', collection: 'customers', id } as const
    return { mutation: { id: v7(), shopId, at: '2026-03-02T09:00:00.000Z', ops: [op] }, effects: [], keys: [rowKey('customers', id)], bytes: 200, summary: '' }
  }
  const undo = (outbox: Outbox, { mutation }: ReturnType<typeof makeDeletion>) =>
    outbox.findUndone([{ action: 'restore', collection: 'customers', id: mutation.ops[0]?.id ?? '', deletion: mutation.id }])

  it('is not taken back after it came back out of this device’s own file', async () => {
    const { store, outbox } = await openOutbox()
    const deletion = makeDeletion()
    await outbox.appendAll([deletion], [], [])
    expect(await undo(outbox, deletion)).toBeUndefined()
    store.close()
  })

  it('is not taken back after it was unsealed behind what was written since', async () => {
    const { store, outbox } = await openOutbox()
    await outbox.append(makeEntry(), [])
    const deletion = makeDeletion()
    await store.meta.put({ key: 'sealed/one/0', value: null })
    const work = { outbox: [{ ...deletion, position: 1 }], refused: [], drafts: [], sent: [], newer: [], notices: [], meta: [] }
    expect(await putBack(store, [{ place: 'sealed/one/', work }], true)).toBe(true)
    await outbox.reload()
    expect(outbox.entries.map(({ position }) => position)).toEqual([1, 2])
    expect(await undo(outbox, deletion)).toBeUndefined()
    store.close()
  })

  it('is not taken back either where a full storage could not note that it leaves', async () => {
    const { store, outbox } = await openOutbox()
    const deletion = makeDeletion()
    const { position } = await outbox.append(deletion, [])
    expect(await undo(outbox, deletion)).toBeDefined()
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    await outbox.noteOffered(position)
    full.mockRestore()
    expect(await undo(outbox, deletion)).toBeUndefined()
    store.close()
  })
})
async function openOutbox(userId: string = v7()) {
  const store = await openDeviceStore(userId)
  const outbox = new Outbox(store)
  await outbox.refresh()
  return { store, outbox }
}
