import { copyFile, mkdir, realpath, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { databaseFileOf } from '../config.ts'
import {
  checkDatabase,
  copyDatabase,
  DamagedDatabaseError,
  DatabaseFileError,
  lockDatabase,
  removeDatabase,
  syncFile,
  syncFolder,
  toSingleFile,
  type CopyProgress,
  type DatabaseFacts,
  type LockedDatabase,
} from '../db/files/database-file.ts'
import { openDatabase } from '../db/open.ts'
import { refuseForeignSchema } from './own-schema.ts'
import { makePrivateFile } from '../db/files/private-files.ts'
import { type NumberHeads, readNumberHeads } from '../store/sequence/number-heads.ts'
import { becomeAnother } from './become-another.ts'
import { exists, type BackupOptions } from './back-up-database.ts'

type RestoreContext = {
  now: Date
  newId: () => string
  onChecked: (facts: DatabaseFacts) => void
  onProgress: (progress: CopyProgress) => void
  /** Called when a step without progress of its own begins. */
  onStep: (step: 'preparing' | 'keeping') => void
}

export type Restored = {
  facts: DatabaseFacts
  /** Path of the former database; undefined when there was none. */
  kept: string | undefined
  /** The former database is damaged or newer than this program, so `restore` cannot put it back. */
  isKeptUnusable: boolean
}

/** Exceeds SQLite's own lock wait in this program (50 ms, sync-server/db/open.ts). */
const lateOpenersMs = 300

/**
 * Replaces the database of a data folder with a backup. Prepares a copy beside it and renames it at the end, so an
 * interruption leaves the old or the complete new database.
 * @throws DatabaseFileError; then the database is unchanged
 */
export async function restoreDatabase({ file, dataDir, isForced }: BackupOptions, context: RestoreContext): Promise<Restored> {
  const database = databaseFileOf(dataDir)
  await refuseUnusable(file, database)
  const facts = await checkDatabase(file)
  refuseForeignSchema(file)
  context.onChecked(facts)

  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const hadDatabase = await exists(database)
  const heads = readNumberHeads(database)
  const lock = lockUnlessDamaged(database, isForced)
  const prepared = `${database}.restoring`
  let isInPlace = false
  try {
    const facts = await prepare(file, prepared, heads, context)
    const kept = lock?.isEmpty === true ? undefined : `${database}.before-restore-${context.now.toISOString().replaceAll(/[:.]/g, '-')}`
    if (kept !== undefined) {
      context.onStep('keeping')
      await keep(database, kept, lock)
    }
    // Windows cannot rename over an open file; elsewhere the lock prevents a server from opening the old file now.
    if (process.platform === 'win32') lock?.release()
    await rename(prepared, database)
    isInPlace = true
    await syncFolder(dataDir)
    // A process that just opened the old file must not continue in the unlinked file. A short lock wait times out now;
    // a longer one gets SQLITE_READONLY_DBMOVED, because returning to WAL mode is a write.
    if (lock !== undefined) await delay(lateOpenersMs)
    return { facts, kept, isKeptUnusable: kept !== undefined && !(await isUsable(kept)) }
  } finally {
    await removeDatabase(prepared)
    lock?.release()
    // The lock created an empty file where there was none.
    if (!hadDatabase && !isInPlace) await removeDatabase(database)
  }
}

async function refuseUnusable(file: string, database: string): Promise<void> {
  const source = await realpath(file).catch(() => {
    throw new DatabaseFileError(`There is no file ${file}`)
  })
  if (source === (await realpath(database).catch(() => database))) throw new DatabaseFileError(`${file} is the database itself. Name a backup.`)
  if (!(await stat(source)).isFile()) throw new DatabaseFileError(`${file} is not a file`)
}

function lockUnlessDamaged(database: string, isForced: boolean): LockedDatabase | undefined {
  try {
    return lockDatabase(database)
  } catch (error) {
    if (!(error instanceof DamagedDatabaseError)) throw error
    if (isForced) return undefined
    throw new DatabaseFileError(`${error.message}. Whether a server still uses it cannot be told: make sure that none is running, then restore with --force.`)
  }
}

/** Copies the backup, migrates the copy, and makes devices and browsers recognize it as a different database. */
async function prepare(
  file: string,
  prepared: string,
  heads: NumberHeads | undefined,
  { now, newId, onProgress, onStep }: RestoreContext,
): Promise<DatabaseFacts> {
  await removeDatabase(prepared)
  await copyDatabase(file, prepared, { isSourceReadonly: true, onProgress })
  onStep('preparing')
  // Check the copy again before any write, since its triggers would run.
  refuseForeignSchema(prepared)
  const { db, close } = await openDatabase({ file: prepared, isCopiedBeforeUpdate: false })
  try {
    await becomeAnother(db, heads, { now, newId })
  } finally {
    await close()
  }
  await toSingleFile(prepared)
  return checkDatabase(prepared)
}

/** Rename only the complete copy. */
async function keep(database: string, kept: string, lock: LockedDatabase | undefined): Promise<void> {
  const partial = `${database}.keeping`
  await removeDatabase(partial)
  try {
    if (lock !== undefined) await lock.copyTo(partial)
    else {
      await copyFile(database, partial)
      await makePrivateFile(partial)
      await syncFile(partial)
      // The damaged file's journal must not be applied to the new database.
      for (const suffix of ['-wal', '-shm', '-journal']) if (await exists(database + suffix)) await rename(database + suffix, kept + suffix)
    }
    await rename(partial, kept)
    await syncFolder(path.dirname(kept))
  } finally {
    await removeDatabase(partial)
  }
}

const isUsable = (file: string): Promise<boolean> =>
  checkDatabase(file).then(
    () => true,
    () => false,
  )
