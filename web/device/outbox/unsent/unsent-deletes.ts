import type { BaseDocument } from '#schema/collection.ts'
import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import type { OutboxEntry } from '../../storage/unsent-store.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import type { Outbox } from '../outbox.ts'
import { keyToRef, rowKey, storedToRow, type RowRef } from '../../rows/rows.ts'

/** `row`: the deleted row; undefined when this device no longer holds it. `at`: time of the mutation; `deletion`: its id. */
export type UnsentDelete = RowRef & {
  at: string
  deletion: string
  row: (BaseDocument & Record<string, unknown>) | undefined
  wentWith: { collection: CollectionName; count: number }[]
}

export type UnsentDeletes = { deletes: UnsentDelete[]; restoring: RowRef[] }

type Source = { database: Pick<LocalDatabase, 'find' | 'collections'>; outbox: Pick<Outbox, 'entries' | 'baseOf'> }
type LastWord = { action: 'delete' | 'restore'; ref: RowRef; entry: OutboxEntry }

/** The shop's unconfirmed deletions and restores by this device, newest first. */
export async function readUnsentDeletes(source: Source, shopId: string): Promise<UnsentDeletes> {
  const lastByKey = new Map<string, LastWord>()
  for (const entry of source.outbox.entries) {
    if (entry.mutation.shopId !== shopId) continue
    for (const { action, collection, id } of entry.mutation.ops) {
      if ((action !== 'delete' && action !== 'restore') || !isCollectionName(collection)) continue
      const key = rowKey(collection, id)
      lastByKey.delete(key)
      lastByKey.set(key, { action, ref: { collection, id }, entry })
    }
  }
  const words = [...lastByKey.values()].reverse()
  const deletes: UnsentDelete[] = []
  for (const { action, ref, entry } of words) if (action === 'delete') deletes.push(await toUnsentDelete(source, ref, entry))
  return { deletes, restoring: words.flatMap(({ action, ref }) => (action === 'restore' ? [ref] : [])) }
}

async function toUnsentDelete({ database, outbox }: Source, ref: RowRef, { mutation, effects }: OutboxEntry): Promise<UnsentDelete> {
  const stored = database.collections.includes(ref.collection) ? (await database.find(ref.collection, [ref.id])).get(ref.id) : undefined
  // A deleted row is stored until it is purged; then its base still has the content.
  const row = stored === undefined ? (outbox.baseOf(rowKey(ref.collection, ref.id)) ?? undefined) : storedToRow(stored)
  const counts = new Map<CollectionName, number>()
  for (const { key, action } of effects) {
    if (action !== 'delete') continue
    const { collection } = keyToRef(key)
    counts.set(collection, (counts.get(collection) ?? 0) + 1)
  }
  return { ...ref, at: mutation.at, deletion: mutation.id, row, wentWith: [...counts].map(([collection, count]) => ({ collection, count })) }
}
