import { offeredKey } from './meta-keys.ts'
import type { DeviceStore } from './unsent-store.ts'
import { isQuotaError } from '../platform/storage-errors.ts'

/** What a full storage did not take, for as long as the page lives. */
const unstored = new WeakMap<DeviceStore, number>()

/** The tables alone: an upgrade has no more of the store. */
type OfferedTables = Pick<DeviceStore, 'outbox' | 'meta'>

const readStored = async ({ meta }: OfferedTables): Promise<number> => ((await meta.get(offeredKey))?.value as number | undefined) ?? 0

export const readOffered = async (store: DeviceStore): Promise<number> => Math.max(unstored.get(store) ?? 0, await readStored(store))

/** Inside the transaction that stores mutations of which nobody knows whether they left already. */
export async function storeOffered(tables: OfferedTables, position: number): Promise<void> {
  if (position > (await readStored(tables))) await tables.meta.put({ key: offeredKey, value: position })
}

/**
 * Notes, before it happens, that mutations up to this position leave the device: whether the server took them is not known until it
 * answers. On the disk; where that is full in memory, since sending is what makes room there. `tables`: those of a transaction.
 */
export async function noteOffered(store: DeviceStore, position: number, tables: OfferedTables = store): Promise<void> {
  try {
    await storeOffered(tables, position)
  } catch (error) {
    if (!isQuotaError(error)) throw error
    unstored.set(store, Math.max(unstored.get(store) ?? 0, position))
  }
}
