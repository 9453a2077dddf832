import { access, copyFile, mkdir, realpath, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { databaseFileOf } from '#server/config.ts'
import {
  checkDatabase,
  copyDatabase,
  DamagedDatabaseError,
  lockDatabase,
  removeDatabase,
  syncFile,
  syncFolder,
  toSingleFile,
  type CopyProgress,
  type DatabaseFacts,
  type LockedDatabase,
} from '#server/operations/backup.ts'
import { openDatabase } from '#server/db/open.ts'
import { refuseForeignSchema } from '#server/operations/own-schema.ts'
import { makePrivateFile } from '#server/db/private-files.ts'
import { renewEpochs } from '#server/feed/epochs.ts'
import { noteSecurityEvent } from '#server/session/security-log.ts'
import { CommandError, type Arguments } from '../tools/command-line.ts'

export type RestoreContext = {
  now: Date
  newId: () => string
  onChecked: (facts: DatabaseFacts) => void
  onProgress: (progress: CopyProgress) => void
  /** Called at the start of a step that reports no progress. */
  onStep: (step: 'preparing' | 'keeping') => void
}

export type Restored = {
  facts: DatabaseFacts
  /** Path of the copy of the old database; undefined when there was none. */
  kept: string | undefined
  /** The kept copy is damaged or of a newer version, so it can only be put back by hand. */
  isKeptUnusable: boolean
}

/** Longer than SQLite itself waits for a lock in this program (50 ms, sync-server/db/open.ts). */
const lateOpenersMs = 300

/**
 * Replaces the database of a data folder by a backup. A copy is prepared beside the database and then renamed in one step, so that
 * after an interruption either the old database or the finished new one is there.
 * @throws CommandError, DatabaseFileError; then the database is unchanged
 */
export async function restoreDatabase({ file, dataDir, isForced }: Arguments, context: RestoreContext): Promise<Restored> {
  const database = databaseFileOf(dataDir)
  await refuseUnusable(file, database)
  const facts = await checkDatabase(file)
  refuseForeignSchema(file)
  context.onChecked(facts)

  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const hadDatabase = await exists(database)
  const lock = lockUnlessDamaged(database, isForced)
  const prepared = `${database}.restoring`
  let isInPlace = false
  try {
    const facts = await prepare(file, prepared, context)
    const kept = lock?.isEmpty === true ? undefined : `${database}.before-restore-${context.now.toISOString().replaceAll(/[:.]/g, '-')}`
    if (kept !== undefined) {
      context.onStep('keeping')
      await keep(database, kept, lock)
    }
    // Windows cannot rename over an open file; elsewhere the lock keeps a server from starting on the old file at this moment.
    if (process.platform === 'win32') lock?.release()
    await rename(prepared, database)
    isInPlace = true
    await syncFolder(dataDir)
    // A process that opened the old file just before must not write to it: its short wait fails on the lock, and after a longer wait
    // SQLite refuses (SQLITE_READONLY_DBMOVED), because the old file left WAL mode and turning it back is a write.
    if (lock !== undefined) await delay(lateOpenersMs)
    return { facts, kept, isKeptUnusable: kept !== undefined && !(await isUsable(kept)) }
  } finally {
    await removeDatabase(prepared)
    lock?.release()
    // Locking created an empty file where there was no database.
    if (!hadDatabase && !isInPlace) await removeDatabase(database)
  }
}

async function refuseUnusable(file: string, database: string): Promise<void> {
  const source = await realpath(file).catch(() => {
    throw new CommandError(`There is no file ${file}`)
  })
  if (source === (await realpath(database).catch(() => database))) throw new CommandError(`${file} is the database itself. Name a backup.`)
  if (!(await stat(source)).isFile()) throw new CommandError(`${file} is not a file`)
}

function lockUnlessDamaged(database: string, isForced: boolean): LockedDatabase | undefined {
  try {
    return lockDatabase(database)
  } catch (error) {
    if (!(error instanceof DamagedDatabaseError)) throw error
    if (isForced) return undefined
    throw new CommandError(`${error.message}. Whether a server still uses it cannot be told: make sure that none is running, then restore with --force.`)
  }
}

/** Prepares a copy of the backup: migrated to this version, with new epochs, so that devices load everything again, and without sessions. */
async function prepare(file: string, prepared: string, { now, newId, onProgress, onStep }: RestoreContext): Promise<DatabaseFacts> {
  await removeDatabase(prepared)
  await copyDatabase(file, prepared, { isSourceReadonly: true, onProgress })
  onStep('preparing')
  // The copy is checked before anything is written, because a foreign trigger would run.
  refuseForeignSchema(prepared)
  const { db, close } = await openDatabase({ file: prepared, isCopiedBeforeUpdate: false })
  try {
    await renewEpochs(db, newId)
    // Sessions and API tokens that were ended since the backup, and codes that were used, must not become valid again.
    await db.deleteFrom('sessions').execute()
    await db.deleteFrom('api_tokens').execute()
    await db.deleteFrom('otps').execute()
    await noteSecurityEvent({ clock: () => now, newId }, db, { kind: 'restore' })
  } finally {
    await close()
  }
  await toSingleFile(prepared)
  return checkDatabase(prepared)
}

/** Copies the old database to `kept`; that name appears only when the copy is complete. */
async function keep(database: string, kept: string, lock: LockedDatabase | undefined): Promise<void> {
  const partial = `${database}.keeping`
  await removeDatabase(partial)
  try {
    if (lock !== undefined) await lock.copyTo(partial)
    else {
      await copyFile(database, partial)
      await makePrivateFile(partial)
      await syncFile(partial)
      // The WAL and journal belong to the damaged file and must not be applied to the new one.
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

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
