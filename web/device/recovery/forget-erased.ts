import type { WireDocument } from '#schema/collection.ts'
import type { LocalState } from '../outbox/local-state.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'
import { keyToRef, rowKey } from '../rows/rows.ts'
import type { NewerRows } from './newer.ts'
import { forgetSentAbout } from '../outbox/sent.ts'

/** Removes erased customers from set-aside rows and sent mutations too. Call inside the write lock. */
export async function forgetErased(
  { localState, store, newer }: { localState: LocalState; store: DeviceStore; newer: NewerRows },
  documents: readonly WireDocument[],
): Promise<void> {
  const customerIds = documents.flatMap((document) => ((document as { erasedAt?: unknown }).erasedAt == null ? [] : [document.id]))
  if (customerIds.length === 0) return
  const { database } = localState
  const orders = database.collections.includes('orders') ? await database.findByMany('orders', 'customerId', customerIds) : []
  const ids = [...customerIds, ...orders.map(({ id }) => id)]
  const about = await store.newer
    .filter(({ key, row }) => ids.includes(keyToRef(key).id) || ids.includes(String(row['customerId'])) || ids.includes(String(row['orderId'])))
    .toArray()
  await newer.drop([...about.map(({ key }) => key), ...customerIds.map((id) => rowKey('customers', id))])
  if ((await store.sent.count()) > 0) await forgetSentAbout(localState, store, ids)
}
