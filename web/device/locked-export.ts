import { Dexie } from 'dexie'
import type { SessionUser } from '#schema/api/sync.ts'
import { addFilesToExport } from './files/carried-files.ts'
import { eachUnsentFile, type FilesStore, listUnsentEntries, openFilesStore } from './files/files-store.ts'
import { filesStoreName } from './storage/files-store-name.ts'
import { clockOffsetKey } from './storage/meta-keys.ts'
import { deviceStoreName, type DeviceStore, openDeviceStore, readMeta } from './storage/unsent-store.ts'
import { readDeviceId } from './storage/identity-store.ts'
import { exportUnsent, type UnsentExport } from './outbox/unsent/unsent-transfer.ts'

/**
 * Unsent work of a user whose device cannot open, read from the disk. An export records that its changes may be sent
 * elsewhere; nothing else changes.
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

/** `changes`: waiting and refused; `files`: photos, documents and signatures, without those of unfinished forms. */
export type UnsentCounts = { changes: number; files: number }

/** @throws NewerLocalDataError */
export async function countUnsentOf(userId: string): Promise<UnsentCounts> {
  const changes = await withStore(userId, 0, async (store) => (await store.outbox.count()) + (await store.refused.count()))
  return { changes, files: await withFiles(userId, 0, async (files) => (await listUnsentEntries(files)).length) }
}

async function withFiles<T>(userId: string, none: T, read: (store: FilesStore) => Promise<T>): Promise<T> {
  if (!(await Dexie.exists(filesStoreName(userId)))) return none
  const store = await openFilesStore(userId)
  try {
    return await read(store)
  } finally {
    store.close()
  }
}

/** The export of an open device, including file contents. @throws NewerLocalDataError */
export async function exportUnsentOf({ id: userId, login_id: login }: SessionUser, now = new Date()): Promise<UnsentExport> {
  const nothing: UnsentExport = { fileName: '', text: '', changes: 0, refused: 0 }
  const deviceId = await readDeviceId()
  return withStore(userId, nothing, async (store) => {
    const clockOffsetMs = (await readMeta<number>(store, clockOffsetKey)) ?? null
    const exported = await exportUnsent(store, { userId, login, deviceId, clockOffsetMs }, now)
    return withFiles<UnsentExport>(userId, exported, (files) => addFilesToExport(exported, eachUnsentFile(files)))
  })
}
