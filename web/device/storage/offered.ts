import { offeredKey } from './meta-keys.ts'
import type { DeviceStore } from './unsent-store.ts'
import { isQuotaError } from '../platform/storage-errors.ts'

/** Positions that a full storage rejected, kept in memory. */
const unstored = new WeakMap<DeviceStore, number>()

/** Only the tables: an upgrade has no whole store. */
type OfferedTables = Pick<DeviceStore, 'outbox' | 'meta'>

const readStored = async ({ meta }: OfferedTables): Promise<number> => ((await meta.get(offeredKey))?.value as number | undefined) ?? 0

export const readOffered = async (store: DeviceStore): Promise<number> => Math.max(unstored.get(store) ?? 0, await readStored(store))

/** Call inside the transaction that stores mutations which may have been sent already. */
export async function storeOffered(tables: OfferedTables, position: number): Promise<void> {
  if (position > (await readStored(tables))) await tables.meta.put({ key: offeredKey, value: position })
}

/**
 * Call before sending: mutations up to this position may reach the server. Stored on disk, or in memory if the disk is
 * full, since sending frees space. `tables`: those of a transaction.
 */
export async function noteOffered(store: DeviceStore, position: number, tables: OfferedTables = store): Promise<void> {
  try {
    await storeOffered(tables, position)
  } catch (error) {
    if (!isQuotaError(error)) throw error
    unstored.set(store, Math.max(unstored.get(store) ?? 0, position))
  }
}
