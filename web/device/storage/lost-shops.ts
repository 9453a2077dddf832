import type { Mutation, Op } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { type DeviceStore, type RefusedEntry, removeSent, type Titles } from './unsent-store.ts'
import { describeOps, nameOfRow } from '../rows/ops.ts'
import { numberLeasePrefix, renumberedPrefix } from './meta-keys.ts'
import { discardedPrefix } from './stored-work.ts'
import { type RowKey, rowKey } from '../rows/rows.ts'

/**
 * Removes the data of lost shops from everything stored beside the rows: row values, titles, others' changes. What the
 * user typed stays as a refused change. Returns whether anything changed.
 */
export async function forgetLostShops(store: DeviceStore, isLost: (shopId: string) => boolean): Promise<boolean> {
  const { refused, sent, newer, notices, meta } = store
  return store.transaction('rw', refused, sent, newer, notices, meta, async () => {
    const isWhole = (entry: RefusedEntry): boolean => entry.isStripped !== true && isLost(entry.mutation.shopId)
    const whole = (await refused.toArray()).filter(isWhole)
    const discarded = (await meta.where('key').startsWith(discardedPrefix).toArray()).filter(({ value }) => isWhole(value as RefusedEntry))
    // Write only if needed: this runs at every connection, also with a full storage.
    if (whole.length > 0) await refused.bulkPut(whole.map(withoutRows))
    if (discarded.length > 0) await meta.bulkPut(discarded.map(({ key, value }) => ({ key, value: withoutRows(value as RefusedEntry) })))
    await removeSent(store, ({ mutation }) => isLost(mutation.shopId))
    await newer.filter(({ row }) => isLost(row.shopId)).delete()
    await notices.filter(({ shopId }) => isLost(shopId)).delete()
    const numbers = meta.where('key').startsWith(numberLeasePrefix).or('key').startsWith(renumberedPrefix)
    const forgotten = await numbers.filter(({ value }) => isLost((value as { shopId: string }).shopId)).delete()
    return whole.length + discarded.length + forgotten > 0
  })
}

/** The entry as typed: without previous values, and without titles that the user did not type. */
function withoutRows<Entry extends RefusedEntry>(entry: Entry): Entry {
  const ops = entry.mutation.ops.map((op): Op =>
    op.action === 'update' ? { ...op, changes: Object.fromEntries(Object.entries(op.changes).map(([field, { to }]) => [field, { from: null, to }])) } : op,
  )
  const mutation: Mutation = { ...entry.mutation, ops }
  const titles = typedTitles(mutation)
  return { ...entry, mutation, summary: describeOps(ops, (op) => titles[rowKey(op.collection as CollectionName, op.id)]), titles, isStripped: true }
}

function typedTitles({ ops }: Mutation): Titles {
  const titles: Record<RowKey, string> = {}
  for (const op of ops) {
    if (op.action !== 'create' && op.action !== 'update') continue
    const values = op.action === 'create' ? op.values : Object.fromEntries(Object.entries(op.changes).map(([field, { to }]) => [field, to]))
    const collection = op.collection as CollectionName
    const title = nameOfRow(collection, values as never)
    if (title !== undefined) titles[rowKey(collection, op.id)] = title
  }
  return titles
}
