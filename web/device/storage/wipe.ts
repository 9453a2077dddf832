import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { AppError } from '#schema/errors.ts'
import { deviceStoreName } from './unsent-store.ts'
import { filesStoreName, lostTable, sealedTable } from './files-store-name.ts'
import { openDraftNotes } from './draft-notes.ts'
import { rowsDatabaseName } from './row-database.ts'
import type { LockPort, NotePort } from '../platform/ports.ts'
import { leftKey, sealedPrefix } from './stored-work.ts'

/** How long a tab gets to let go of what is removed. One that stands still never does. */
const patienceMs = 2_000
/** Long enough for a large shop; only a tab that stopped while it was storing something makes it longer. */
const emptyPatienceMs = 10_000

const wipeKey = (userId: string): string => `mainspring-wipe-${userId}`

/** Every database of this browser that holds something of the user. */
async function findUserDatabases(userId: string): Promise<string[]> {
  const names = typeof indexedDB === 'undefined' ? [] : await Dexie.getDatabaseNames()
  return [deviceStoreName(userId), filesStoreName(userId), rowsDatabaseName(userId)].filter((name) => names.includes(name))
}

/** Takes everything out of the database of the user's rows, their checkpoints included. */
export async function emptyStoredRows(userId: string): Promise<void> {
  const name = rowsDatabaseName(userId)
  if ((await findUserDatabases(userId)).includes(name)) await emptyDatabase(name)
}

/** Takes away what can be fetched again of files, and what lost ones were called; what the server does not have stays. */
export async function emptyKeptFiles(userId: string): Promise<void> {
  const name = filesStoreName(userId)
  if (!(await findUserDatabases(userId)).includes(name)) return
  await withDatabase(name, (database) =>
    database.transaction('rw', database.tables, async () => {
      await Promise.all(['kept', 'marks'].map((table) => database.table(table).clear()))
      // What was sent stays where it waited.
      const [stored, waiting] = await Promise.all(['bytes', 'pending'].map((table) => database.table(table).toCollection().primaryKeys()))
      await database.table('bytes').bulkDelete((stored ?? []).filter((id) => !waiting?.includes(id)))
      await database.table(lostTable).toCollection().modify({ name: null })
    }),
  )
}

const removedKey = (userId: string): string => `mainspring-removed-${userId}`

/** Changes whenever the user's data is removed on purpose: a page that finds its data gone must not bring it back then. */
export const readRemoval = (notes: NotePort, userId: string): string => `${notes.read(removedKey(userId)) ?? ''}${notes.read(wipeKey(userId)) ?? ''}`

/** A browser that removes the data of the site takes the note along too; a person leaves one. `before`: as a page read it when it opened. */
export function isNotedSince(notes: NotePort, userId: string, before: string): boolean {
  const removal = readRemoval(notes, userId)
  return removal !== '' && removal !== before
}

/** Said before the data goes. */
export const noteRemoval = (notes: NotePort, userId: string): void => notes.write(removedKey(userId), v7())

/** Empties what this browser holds of the user; what a tab that stopped while it was storing holds up is done by `finishWipes`. */
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

/** Empties the rows alone, unless a tab that stopped while it was storing some holds that up. */
export async function emptyRowsInTime(userId: string): Promise<void> {
  await within(emptyPatienceMs, emptyStoredRows(userId))
}

/**
 * Deletes the emptied databases, unless a tab that stands still has them open: deleting would wait for it, and every later
 * sign-in of the same person for the deleting. `keepsStore`: all but the device's store and its files, which also stay where
 * something lies sealed in them.
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
    // No other page has anything left that it could bring back.
    notes.write(removedKey(userId), null)
  }
  await lockInTime(locks, openLockName(userId), remove).catch(() => undefined)
}

export const writeLockName = (userId: string): string => `mainspring-write-${userId}`
export const openLockName = (userId: string): string => `mainspring-open-${userId}`

/** Tells the other tabs that this one has the user's databases open. Answers how to tell that it has not any more. */
export function holdOpen(locks: LockPort, userId: string): () => void {
  const over = Promise.withResolvers<void>()
  locks.request(openLockName(userId), { mode: 'shared' }, () => over.promise).catch(() => undefined)
  return over.resolve
}

/** From here on the user's data counts as removed: whatever holds that up, the next start goes on with it. */
export const noteWipe = (notes: NotePort, userId: string): void => notes.write(wipeKey(userId), '1')

/**
 * Goes on with wipes that an earlier page could not end, whoever signs in now. Other people's may wait once more; what is left of
 * this user goes before anything new is stored, or a later start would take the new for the old.
 * @throws AppError UNAVAILABLE when this user's rest cannot be removed now
 */
export async function finishWipes(notes: NotePort, userId: string, underLock: <T>(run: () => Promise<T>) => Promise<T>): Promise<void> {
  const names = typeof indexedDB === 'undefined' ? [] : await Dexie.getDatabaseNames()
  const others = new Set(names.flatMap((name) => /^mainspring-(?:device|files|rows)-([\da-f-]{36})/.exec(name)?.[1] ?? []))
  others.delete(userId)
  for (const other of others) if (notes.read(wipeKey(other)) !== null) await emptyUserDatabases(notes, other)
  if (notes.read(wipeKey(userId)) === null) return
  await underLock(async () => {
    // Another tab may have done it meanwhile, and work in what it made since.
    if (notes.read(wipeKey(userId)) !== null) await emptyUserDatabases(notes, userId)
  })
  if (notes.read(wipeKey(userId)) !== null)
    throw new AppError(
      'UNAVAILABLE',
      'What this device kept from before you signed out could not be removed. Close other tabs of the app, free some storage, and try again.',
    )
}

/** Closing may wait for a lock that a tab which stands still never gives back. */
export const closeInTime = (closing: Promise<void>): Promise<boolean> => within(patienceMs, closing)

/** Runs under the lock; takes it by force from a tab that does not let go of it in time. */
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

/** @throws AbortError when somebody else held the lock for too long */
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

/** True when it ended well in time; it goes on behind the scenes otherwise. */
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

/** `isMeant`: these tables of it. */
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

/** Opens a database as it is, whatever its version. */
async function withDatabase<T>(name: string, run: (database: Dexie) => PromiseLike<T>): Promise<T> {
  const database = new Dexie(name)
  await database.open()
  try {
    return await run(database)
  } finally {
    database.close()
  }
}
