import type { SessionUser } from '#schema/api/sync.ts'
import { clockOffsetKey } from '../../storage/meta-keys.ts'
import { deviceStoreName, type DeviceStore, openDeviceStore, readMeta } from '../../storage/unsent-store.ts'
import { readDeviceId } from '../../storage/identity-store.ts'
import { exportUnsent, type UnsentExport } from './unsent-transfer.ts'
import { Dexie } from 'dexie'

/**
 * What waits of somebody for whom this device does not open: read from the disk, without opening the device. An export notes there
 * that what it holds may be sent elsewhere; nothing else changes.
 */
async function withStore<T>(userId: string, none: T, read: (store: DeviceStore) => Promise<T>): Promise<T> {
  if (!(await Dexie.exists(deviceStoreName(userId)))) return none
  const store = await openDeviceStore(userId)
  try {
    return await read(store)
  } finally {
    store.close()
  }
}

/** Waiting and refused. @throws NewerLocalDataError */
export const countUnsentOf = (userId: string): Promise<number> =>
  withStore(userId, 0, async (store) => (await store.outbox.count()) + (await store.refused.count()))

/** @throws NewerLocalDataError */
export async function exportUnsentOf({ id: userId, login_id: login }: SessionUser, now = new Date()): Promise<UnsentExport> {
  const nothing: UnsentExport = { fileName: '', text: '', changes: 0, refused: 0 }
  const deviceId = await readDeviceId()
  return withStore(userId, nothing, async (store) => {
    const clockOffsetMs = (await readMeta<number>(store, clockOffsetKey)) ?? null
    return exportUnsent(store, { userId, login, deviceId, clockOffsetMs }, now)
  })
}
