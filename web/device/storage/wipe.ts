import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { AppError } from '#schema/errors.ts'
import { deviceStoreName } from './unsent-store.ts'
import { filesStoreName, lostTable, sealedTable } from './files-store-name.ts'
import { openDraftNotes } from './draft-notes.ts'
import { rowsDatabaseName } from './row-database.ts'
import type { LockPort, NotePort } from '../platform/ports.ts'
import { leftKey, sealedPrefix } from './stored-work.ts'

/** Time for other tabs to close a database. A frozen tab never does. */
const patienceMs = 2_000
/** Enough for a large shop; only a tab frozen during a write takes longer. */
const emptyPatienceMs = 10_000

const wipeKey = (userId: string): string => `mainspring-wipe-${userId}`

async function findUserDatabases(userId: string): Promise<string[]> {
  const names = typeof indexedDB === 'undefined' ? [] : await Dexie.getDatabaseNames()
  return [deviceStoreName(userId), filesStoreName(userId), rowsDatabaseName(userId)].filter((name) => names.includes(name))
}

/** Clears the user's row database, checkpoints included. */
export async function emptyStoredRows(userId: string): Promise<void> {
  const name = rowsDatabaseName(userId)
  if ((await findUserDatabases(userId)).includes(name)) await emptyDatabase(name)
}

/** Removes files that can be fetched again, and names of lost ones; contents not yet uploaded stay. */
export async function emptyKeptFiles(userId: string): Promise<void> {
  const name = filesStoreName(userId)
  if (!(await findUserDatabases(userId)).includes(name)) return
  await withDatabase(name, (database) =>
    database.transaction('rw', database.tables, async () => {
      await Promise.all(['kept', 'marks'].map((table) => database.table(table).clear()))
      // Uploads still pending keep their contents.
      const [stored, waiting] = await Promise.all(['bytes', 'pending'].map((table) => database.table(table).toCollection().primaryKeys()))
      await database.table('bytes').bulkDelete((stored ?? []).filter((id) => !waiting?.includes(id)))
      await database.table(lostTable).toCollection().modify({ name: null })
    }),
  )
}

const removedKey = (userId: string): string => `mainspring-removed-${userId}`

/** Changes when the user's data is removed on purpose: a page that finds its data gone must not restore it then. */
export const readRemoval = (notes: NotePort, userId: string): string => `${notes.read(removedKey(userId)) ?? ''}${notes.read(wipeKey(userId)) ?? ''}`

/** Whether the data was removed on purpose since `before` was read. A browser that clears the site's data removes the note too. */
export function isNotedSince(notes: NotePort, userId: string, before: string): boolean {
  const removal = readRemoval(notes, userId)
  return removal !== '' && removal !== before
}

/** Call before removing the data. */
export const noteRemoval = (notes: NotePort, userId: string): void => notes.write(removedKey(userId), v7())

/** Clears the user's databases; if a frozen tab blocks that, `finishWipes` completes it. */
export async function emptyUserDatabases(notes: NotePort, userId: string): Promise<void> {
  openDraftNotes(userId).clear()
  noteRemoval(notes, userId)
  const names = await findUserDatabases(userId)
  const empty = (name: string): Promise<void> => {
    if (name === deviceStoreName(userId)) return emptyDeviceStore(name)
    return emptyDatabase(name, name === filesStoreName(userId) ? (table) => table !== sealedTable : undefined)
  }
  const emptied = Promise.all(names.map(empty))
  if (await within(emptyPatienceMs, emptied)) notes.write(wipeKey(userId), null)
}

/** Clears the rows only; gives up if a frozen tab blocks that. */
export async function emptyRowsInTime(userId: string): Promise<void> {
  await within(emptyPatienceMs, emptyStoredRows(userId))
}

/**
 * Deletes the cleared databases, unless a frozen tab has them open: the deletion would block, and with it every later
 * sign-in. `keepsStore` keeps the device store and the files; both also stay if they hold encrypted data.
 */
export async function deleteUserDatabases(locks: LockPort, notes: NotePort, userId: string, keepsStore = false): Promise<void> {
  const names = await findUserDatabases(userId)
  const isKept = async (name: string, holds: (name: string) => Promise<boolean>): Promise<boolean> =>
    names.includes(name) && (keepsStore || (await holds(name).catch(() => true)))
  const kept = new Set<string>()
  if (await isKept(deviceStoreName(userId), holdsSealed)) kept.add(deviceStoreName(userId))
  if (await isKept(filesStoreName(userId), holdsSealedFiles)) kept.add(filesStoreName(userId))
  const deleted = names.filter((name) => !kept.has(name))
  const remove = async (): Promise<void> => {
    await Promise.all(deleted.map((name) => Dexie.delete(name)))
    // No page is left that could restore the data.
    notes.write(removedKey(userId), null)
  }
  await lockInTime(locks, openLockName(userId), remove).catch(() => undefined)
}

export const writeLockName = (userId: string): string => `mainspring-write-${userId}`
export const openLockName = (userId: string): string => `mainspring-open-${userId}`

/** Tells other tabs that this one has the user's databases open. Returns the function that ends that. */
export function holdOpen(locks: LockPort, userId: string): () => void {
  const over = Promise.withResolvers<void>()
  locks.request(openLockName(userId), { mode: 'shared' }, () => over.promise).catch(() => undefined)
  return over.resolve
}

/** Marks the user's data as to be removed: if that is interrupted, the next start continues. */
export const noteWipe = (notes: NotePort, userId: string): void => notes.write(wipeKey(userId), '1')

/**
 * Completes interrupted wipes of all users. This user's data must go before anything new is stored, as a later start
 * would wipe that too.
 * @throws AppError UNAVAILABLE if this user's data cannot be removed now
 */
export async function finishWipes(notes: NotePort, userId: string, underLock: <T>(run: () => Promise<T>) => Promise<T>): Promise<void> {
  const names = typeof indexedDB === 'undefined' ? [] : await Dexie.getDatabaseNames()
  const others = new Set(names.flatMap((name) => /^mainspring-(?:device|files|rows)-([\da-f-]{36})/.exec(name)?.[1] ?? []))
  others.delete(userId)
  for (const other of others) if (notes.read(wipeKey(other)) !== null) await emptyUserDatabases(notes, other)
  if (notes.read(wipeKey(userId)) === null) return
  await underLock(async () => {
    // Another tab may have finished the wipe and stored new data.
    if (notes.read(wipeKey(userId)) !== null) await emptyUserDatabases(notes, userId)
  })
  if (notes.read(wipeKey(userId)) !== null)
    throw new AppError(
      'UNAVAILABLE',
      'What this device kept from before you signed out could not be removed. Close other tabs of the app, free some storage, and try again.',
    )
}

/** Closing may wait for a lock that a frozen tab never releases. */
export const closeInTime = (closing: Promise<void>): Promise<boolean> => within(patienceMs, closing)

/** Runs under the lock; takes it by force if its holder does not release it in time. */
export async function runUnderTakenLock<T>(locks: LockPort, name: string, run: () => Promise<T>): Promise<T> {
  let isHeld = false
  const hold = (): Promise<T> => {
    isHeld = true
    return run()
  }
  try {
    return await lockInTime(locks, name, hold)
  } catch (error) {
    if (isHeld) throw error
    return locks.request(name, { steal: true }, hold)
  }
}

/** @throws AbortError if the lock was not free in time */
export async function lockInTime<T>(locks: LockPort, name: string, run: () => Promise<T>): Promise<T> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  try {
    return await locks.request(name, { signal: patience.signal }, () => {
      clearTimeout(timer)
      return run()
    })
  } finally {
    clearTimeout(timer)
  }
}

/** True if the work succeeded in time; otherwise it continues in the background. */
export async function within(durationMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), durationMs)
  })
  try {
    return await Promise.race([
      late,
      work.then(
        () => true,
        () => false,
      ),
    ])
  } finally {
    clearTimeout(timer)
  }
}

async function emptyDatabase(name: string, isMeant: (table: string) => boolean = () => true): Promise<void> {
  await withDatabase(name, (database) => {
    const tables = database.tables.filter((table) => isMeant(table.name))
    return database.transaction('rw', tables, () => Promise.all(tables.map((table) => table.clear())))
  })
}

async function emptyDeviceStore(name: string): Promise<void> {
  await withDatabase(name, (database) =>
    database.transaction('rw', database.tables, () =>
      Promise.all(
        database.tables.map((table) =>
          table.name === 'meta' ? table.filter(({ key }: { key: string }) => key !== leftKey && !key.startsWith(sealedPrefix)).delete() : table.clear(),
        ),
      ),
    ),
  )
}

const holdsSealed = (name: string): Promise<boolean> =>
  withDatabase(name, async (database) => (await database.table('meta').where('key').startsWith(sealedPrefix).count()) > 0)

const holdsSealedFiles = (name: string): Promise<boolean> => withDatabase(name, async (database) => (await database.table(sealedTable).count()) > 0)

async function withDatabase<T>(name: string, run: (database: Dexie) => PromiseLike<T>): Promise<T> {
  const database = new Dexie(name)
  await database.open()
  try {
    return await run(database)
  } finally {
    database.close()
  }
}
