import { toldGuarded, withoutLostGuarded } from '../rows/guarded-values.ts'
import { keyToRef, type Row, rowKey, type RowKey } from '../rows/rows.ts'
import { type DeviceStore, type SentBatch, type SentEntry, toSentEntries } from '../storage/unsent-store.ts'
import type { LocalState } from './local-state.ts'
import { isCompared } from '../storage/rows/checkpoint-table.ts'

/** The mutation without guarded values that its rows no longer have; the same entry if nothing changes. */
export function withoutLost(entry: SentEntry, rowOf: (key: RowKey) => Row | null | undefined): SentEntry {
  const ops = withoutLostGuarded(entry.mutation.ops, rowOf)
  return ops === entry.mutation.ops ? entry : { ...entry, mutation: { ...entry.mutation, ops } }
}

/** Removes guarded values that the server's rows no longer have from the kept sent mutations. Call inside the write lock. */
export async function forgetSentGuarded({ database, outbox }: LocalState, store: DeviceStore): Promise<void> {
  const opsOf = (record: SentEntry | SentBatch) => toSentEntries(record).flatMap(({ mutation }) => mutation.ops)
  const telling = await store.sent.filter((record) => toldGuarded(opsOf(record)).length > 0).toArray()
  if (telling.length === 0) return
  // After a server set-back, older rows arrive: they dropped no values, and the sent mutations may have to be sent
  // again unchanged.
  const comparedShops = new Set(Object.entries(await database.readCheckpoint('orders')).flatMap(([shopId, reached]) => (isCompared(reached) ? [shopId] : [])))
  const rowByKey = await readRows(
    database,
    telling.flatMap((record) => toldGuarded(opsOf(record))),
  )
  const rowOf = (key: RowKey): Row | null => {
    // Ignore waiting changes: the server may refuse them, and then the earlier mutation must be complete.
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
    // Records never change, because pages cache them: write a new record.
    await store.sent.bulkPut(changed.flatMap(({ instead }, index) => (living[index] === undefined ? [] : [toBatch(instead)])))
    await outbox.noteChange([])
  })
  await outbox.reload()
}

const toBatch = ({ id, answeredAt, entries }: SentBatch): SentBatch => ({ id, answeredAt, entries })

/** Living rows, without collections that this device no longer holds. */
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
