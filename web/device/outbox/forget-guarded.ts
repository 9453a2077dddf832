import { toldGuarded, withoutLostGuarded } from '../rows/guarded-values.ts'
import { keyToRef, type Row, rowKey, type RowKey } from '../rows/rows.ts'
import { type DeviceStore, type SentBatch, type SentEntry, toSentEntries } from '../storage/unsent-store.ts'
import { isCompared } from '../storage/checkpoint-marks.ts'
import type { LocalState } from './local-state.ts'

/** What a mutation that the server took may tell, once its rows gave it up. The entry itself where that is all of it. */
export function withoutLost(entry: SentEntry, rowOf: (key: RowKey) => Row | null | undefined): SentEntry {
  const ops = withoutLostGuarded(entry.mutation.ops, rowOf)
  return ops === entry.mutation.ops ? entry : { ...entry, mutation: { ...entry.mutation, ops } }
}

/** Values that the server's rows gave up go out of what the server took. Inside the write lock. */
export async function forgetSentGuarded({ database, outbox }: LocalState, store: DeviceStore): Promise<void> {
  const opsOf = (record: SentEntry | SentBatch) => toSentEntries(record).flatMap(({ mutation }) => mutation.ops)
  const telling = await store.sent.filter((record) => toldGuarded(opsOf(record)).length > 0).toArray()
  if (telling.length === 0) return
  // Of a database that went back rows of before come: they gave up nothing, and what was sent since goes again as it was.
  const comparedShops = new Set(Object.entries(await database.readCheckpoint('orders')).flatMap(([shopId, reached]) => (isCompared(reached) ? [shopId] : [])))
  const rowByKey = await readRows(
    database,
    telling.flatMap((record) => toldGuarded(opsOf(record))),
  )
  const rowOf = (key: RowKey): Row | null => {
    // A change that waits is not for good: the server may refuse it, and then what was sent before must be all there.
    const base = outbox.baseOf(key)
    return base === undefined ? (rowByKey.get(key) ?? null) : base
  }
  const changed = telling.flatMap((record) => {
    const before = toSentEntries(record)
    const entries = before.map((entry) => (comparedShops.has(entry.mutation.shopId) ? entry : withoutLost(entry, rowOf)))
    return entries.every((entry, index) => entry === before[index]) ? [] : [{ id: record.id, instead: { ...record, id: `${record.id}+`, entries } }]
  })
  if (changed.length === 0) return
  await store.transaction('rw', store.sent, store.meta, async () => {
    const ids = changed.map(({ id }) => id)
    const living = await store.sent.bulkGet(ids)
    await store.sent.bulkDelete(ids)
    // Records never change, for pages that hold them in memory: this is another one.
    await store.sent.bulkPut(changed.flatMap(({ instead }, index) => (living[index] === undefined ? [] : [toBatch(instead)])))
    await outbox.noteChange([])
  })
  await outbox.reload()
}

const toBatch = ({ id, answeredAt, entries }: SentBatch): SentBatch => ({ id, answeredAt, entries })

/** Living rows; those of collections that this device holds no more are in none. */
async function readRows(database: LocalState['database'], keys: readonly RowKey[]): Promise<Map<RowKey, Row>> {
  const rows = new Map<RowKey, Row>()
  for (const [collection, group] of Map.groupBy(new Set(keys), (key) => keyToRef(key).collection)) {
    if (!database.collections.includes(collection)) continue
    const stored = await database.find(
      collection,
      group.map((key) => keyToRef(key).id),
    )
    for (const row of stored.values()) if (!row._deleted) rows.set(rowKey(collection, row.id), row)
  }
  return rows
}
