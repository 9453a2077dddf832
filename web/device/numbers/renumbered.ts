import type { MutationResult } from '#schema/api/sync.ts'
import { tellingFullStorage } from '../platform/storage-errors.ts'
import { lifeKey } from '../storage/cleared-store.ts'
import { renumberedPrefix } from '../storage/meta-keys.ts'
import type { DeviceStore, OutboxEntry } from '../storage/unsent-store.ts'
import { dropLeases } from './number-leases.ts'

/** An order whose local number the server replaced. `printed` may be on paper; `isFound`: it still finds the order. */
export type Renumbered = { orderId: string; shopId: string; printed: number; number: number; isFound: boolean; title: string; at: string }

const renumberedKey = (orderId: string): string => renumberedPrefix + orderId

/** The orders whose number the answer to a mutation replaced. */
export function findRenumbered({ mutation, titles }: OutboxEntry, { outcome, documents }: MutationResult): Renumbered[] {
  if (outcome !== 'applied') return []
  return mutation.ops.flatMap((op) => {
    if (op.action !== 'create' || op.collection !== 'orders') return []
    const printed = op.values['number']
    const { number, formerNumbers } = findToldOrder(documents, op.id) ?? {}
    if (typeof printed !== 'number' || typeof number !== 'number' || number === printed) return []
    const isFound = Array.isArray(formerNumbers) && formerNumbers.includes(printed)
    return [{ orderId: op.id, shopId: mutation.shopId, printed, number, isFound, title: titles?.[`orders/${op.id}`] ?? '', at: mutation.at }]
  })
}

function findToldOrder(documents: MutationResult['documents'], orderId: string): { number?: unknown; formerNumbers?: unknown } | undefined {
  const document = documents.find(({ collection, document: { id } }) => collection === 'orders' && id === orderId)?.document
  return document as { number?: unknown; formerNumbers?: unknown } | undefined
}

function toldNumber(documents: MutationResult['documents'], orderId: string): number | undefined {
  const number = findToldOrder(documents, orderId)?.number
  return typeof number === 'number' ? number : undefined
}

/** Adds server-assigned numbers to the kept entry. If the server loses the order and it is sent again, a printed number still finds it. */
export function withToldNumbers(entry: OutboxEntry, { documents }: MutationResult): OutboxEntry {
  const { ops } = entry.mutation
  const told = ops.map((op) => {
    const number = op.action === 'create' && op.collection === 'orders' && typeof op.values['number'] !== 'number' ? toldNumber(documents, op.id) : undefined
    return op.action !== 'create' || number === undefined ? op : { ...op, values: { ...op.values, number } }
  })
  return told.every((op, index) => op === ops[index]) ? entry : { ...entry, mutation: { ...entry.mutation, ops: told } }
}

/**
 * Call inside the transaction that stores the answer. Drops the rest of the lease: a copy of this browser profile used
 * it, or the server forgot it, so its numbers would be wrong too.
 */
export function noteRenumbered(store: DeviceStore, renumbered: readonly Renumbered[]): PromiseLike<unknown> {
  const notes = renumbered.map((value) => ({ key: renumberedKey(value.orderId), value }))
  return store.meta.bulkPut(notes).then(() => dropLeases(store, [...new Set(renumbered.map(({ shopId }) => shopId))]))
}

export type RenumberedStore = {
  /** Not dismissed yet, newest first. */
  list: () => Promise<Renumbered[]>
  /** @throws AppError UNAVAILABLE when the storage is full */
  dismiss: (orderIds: readonly string[]) => Promise<void>
  /** Values by key as read last, to restore a storage that was cleared under this page. */
  toMeta: () => Record<string, unknown>
}

/** Renumbered orders until they are dismissed; shared by the tabs. */
export async function openRenumberedStore(store: DeviceStore): Promise<RenumberedStore> {
  let known: Renumbered[] = []
  const list = async (): Promise<Renumbered[]> => {
    const [isWhole, stored] = await store.transaction('r', store.meta, () =>
      Promise.all([store.meta.where('key').equals(lifeKey).count(), store.meta.where('key').startsWith(renumberedPrefix).toArray()]),
    )
    // A storage that was cleared under this page has no life key until this page restores it.
    if (isWhole > 0) known = stored.map(({ value }) => value as Renumbered)
    return known.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  }
  await list()
  return {
    list,
    dismiss: (orderIds) => tellingFullStorage(() => store.meta.bulkDelete(orderIds.map(renumberedKey))),
    toMeta: () => Object.fromEntries(known.map((value) => [renumberedKey(value.orderId), value])),
  }
}
