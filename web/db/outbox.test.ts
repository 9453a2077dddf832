import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import { openDeviceStore } from './device-store.ts'
import { Outbox } from './outbox.ts'
import { rowKey } from './rows.ts'

const shopId = v7()

function makeEntry() {
  const id = v7()
  const op = { action: 'update', collection: 'customers', id, changes: { email: { from: null, to: 'a@example.com' } } } as const
  return { mutation: { id: v7(), shopId, at: '2026-03-02T09:00:00.000Z', ops: [op] }, effects: [], keys: [rowKey('customers', id)], bytes: 200, summary: '' }
}

it('an outbox in another tab holds the same after each change, in the same order, and reads each act once', async () => {
  const store = await openDeviceStore(v7())
  const [writer, reader] = [new Outbox(store), new Outbox(store)]
  await writer.refresh()
  const seen = new Map<string, unknown>()
  for (let round = 0; round < 6; round++) {
    await writer.append(makeEntry(), [])
    await writer.append(makeEntry(), [])
    const oldest = writer.entries[0]
    if (round % 2 === 1 && oldest !== undefined) await writer.settle([{ id: oldest.mutation.id, outcome: 'applied', documents: [] }], () => expect.unreachable())
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
