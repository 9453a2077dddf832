import { Dexie } from 'dexie'
import { deviceStoreName, openDeviceStore } from './device-store.ts'
import { openDraftNotes } from './draft-notes.ts'
import { rowsDatabasePrefix } from './local-database.ts'
import type { LockPort } from './ports.ts'
import { canSeal } from './sealing-crypto.ts'
import { type SealKey, sealWork } from './sealing.ts'
import { emptyRowsInTime, writeLockName } from './wipe.ts'
import { leftKey, sealKeyKey, workTables } from './work.ts'

/** A tab that stood still while its person signed out may store a last thing as it wakes: for everybody but this user that goes, or is sealed, now. */
export async function sweepStraysOfOthers(locks: LockPort, userId: string, newId: () => string): Promise<void> {
  const names = typeof indexedDB === 'undefined' ? [] : await Dexie.getDatabaseNames()
  for (const name of names) {
    const other = /^mainspring-device-([\da-f-]{36})$/.exec(name)?.[1]
    if (other === undefined || other === userId || !(await hasLeft(name).catch(() => false))) continue
    await locks.request(writeLockName(other), {}, () => sweepStrays(other, newId)).catch(() => undefined)
  }
}

/** Inside the write lock of a user who has left. Does nothing for one who is here again. */
export async function sweepStrays(userId: string, newId: () => string): Promise<void> {
  if (!(await hasLeft(deviceStoreName(userId)))) return
  openDraftNotes(userId).clear()
  if ((await Dexie.getDatabaseNames()).some((name) => name.startsWith(rowsDatabasePrefix(userId)))) await emptyRowsInTime(userId)
  const store = await openDeviceStore(userId)
  try {
    const [key, left] = await store.meta.bulkGet([sealKeyKey, leftKey])
    const counts = await Promise.all(workTables.map((table) => store.table(table).count()))
    if (canSeal() && key !== undefined && left !== undefined && counts.some((count) => count > 0)) await sealWork(store, userId, key.value as SealKey, left.value as string, newId)
  } finally {
    store.close()
  }
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
