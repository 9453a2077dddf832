import { Dexie } from 'dexie'
import { deviceStoreName, openDeviceStore } from '../storage/unsent-store.ts'
import { openDraftNotes } from '../storage/draft-notes.ts'
import { rowsDatabaseName } from '../storage/row-database.ts'
import type { Ports } from '../platform/ports.ts'
import { canSeal } from './sealing-crypto.ts'
import { type SealKey, sealWork } from './sealing.ts'
import { countPendingFiles } from '../storage/files-store-name.ts'
import { emptyKeptFiles, emptyRowsInTime, lockInTime, within, writeLockName } from '../storage/wipe.ts'
import { leftKey, sealKeyKey, workTables } from '../storage/stored-work.ts'
import { runAsHolder } from '../storage/write-lock.ts'

/** How long opening waits for another user's leftovers. */
const sweepPatienceMs = 5_000

/**
 * A tab that was frozen during sign-out may store a last change when it wakes. Deletes or seals such leftovers of all
 * users but this one; what a still frozen tab blocks is left for the next opening.
 */
export async function sweepOrphansOfOthers({ locks, openChannel, newId }: Pick<Ports, 'locks' | 'openChannel' | 'newId'>, userId: string): Promise<void> {
  const names = typeof indexedDB === 'undefined' ? [] : await Dexie.getDatabaseNames()
  const sweep = async (other: string): Promise<void> => {
    if (!(await hasLeft(deviceStoreName(other)))) return
    const lockName = writeLockName(other)
    await lockInTime(locks, lockName, () => runAsHolder(openChannel(lockName), () => sweepOrphans(other, newId)))
  }
  const others = names.flatMap((name) => /^mainspring-device-([\da-f-]{36})$/.exec(name)?.[1] ?? []).filter((other) => other !== userId)
  await Promise.all(others.map((other) => within(sweepPatienceMs, sweep(other))))
}

/** Runs inside the write lock of a user who has left; does nothing if the user is back. */
export async function sweepOrphans(userId: string, newId: () => string): Promise<void> {
  if (!(await hasLeft(deviceStoreName(userId)))) return
  openDraftNotes(userId).clear()
  if (await Dexie.exists(rowsDatabaseName(userId))) await emptyRowsInTime(userId)
  await emptyKeptFiles(userId)
  const store = await openDeviceStore(userId)
  try {
    const [key, left] = await store.meta.bulkGet([sealKeyKey, leftKey])
    const counts = await Promise.all(workTables.map((table) => store.table(table).count()))
    if (canSeal() && key !== undefined && left !== undefined && counts.some((count) => count > 0))
      await sealWork(store, userId, key.value as SealKey, left.value as string, newId)
    if (canSeal() && key !== undefined && left !== undefined && (await countPendingFiles(userId)) > 0)
      await (await import('./seal-files.ts')).sealFilesOf(userId, key.value as SealKey)
  } finally {
    store.close()
  }
}

/** Whether the user's work on this device has ended: the left flag is set, or the store is gone. */
export async function hasEnded(userId: string): Promise<boolean> {
  const name = deviceStoreName(userId)
  return !(await Dexie.getDatabaseNames()).includes(name) || hasLeft(name)
}

async function hasLeft(storeName: string): Promise<boolean> {
  const database = new Dexie(storeName)
  await database.open()
  try {
    return database.tables.some(({ name }) => name === 'meta') && (await database.table('meta').get(leftKey)) !== undefined
  } finally {
    database.close()
  }
}
