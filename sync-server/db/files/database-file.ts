import { open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { isDiskFull } from '../engines/error-kind.ts'
import { migrations } from '../migrate.ts'
import { isOurs, toRefusal, type Migration } from '../schema-migration.ts'

/** A database file is unusable or in use; the message is one line for the operator. */
export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError'
}

/** Too damaged for SQLite to lock. */
export class DamagedDatabaseError extends DatabaseFileError {}

/** Facts of a checked database file; counts exclude deleted rows. */
export type DatabaseFacts = { sizeBytes: number; orders: number; customers: number; /** Name of its newest migration. */ version: string }

/** Reported between copy steps; `share` grows from 0 to 1. */
export type CopyProgress = { share: number; totalBytes: number }

/** Wait for a database-wide lock, such as a restore's. */
const sourceTimeoutMs = 10_000
const pagesPerStep = 1_000
/** Wait for a short lock of another program; a running server holds its lock all the time. */
const lockTimeoutMs = 1_000
const mostProblemsNamed = 3

export async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(file + suffix, { force: true })
}

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes a rename inside the folder to disk, where the system supports that. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/**
 * Copies the current state into a new single file that only its owner can read. A read transaction keeps the snapshot;
 * otherwise each concurrent write would restart the copy.
 * @throws DatabaseFileError when the source is no database; an error with `code` EEXIST when the target exists
 */
export async function copyDatabase(
  source: string,
  target: string,
  options: { isSourceReadonly?: boolean; onProgress?: (progress: CopyProgress) => void } = {},
): Promise<void> {
  const sqlite = openExisting(source, { readonly: options.isSourceReadonly ?? false, timeout: sourceTimeoutMs })
  try {
    sqlite.pragma('query_only = ON')
    sqlite.exec('begin')
    namingTheFile(source, () => sqlite.prepare('select count(*) from sqlite_schema').get())
    await createPrivateFile(target)
    const pageBytes = Number(sqlite.pragma('page_size', { simple: true }))
    await sqlite.backup(target, {
      progress({ totalPages, remainingPages }) {
        options.onProgress?.({ share: totalPages === 0 ? 0 : (totalPages - remainingPages) / totalPages, totalBytes: totalPages * pageBytes })
        return pagesPerStep
      },
    })
  } finally {
    sqlite.close()
  }
  await toSingleFile(target)
}

/** Ends WAL mode of a database that nobody else has open, so that one file holds everything, and flushes it to disk. */
export async function toSingleFile(file: string): Promise<void> {
  const sqlite = new BetterSqlite3(file, { fileMustExist: true })
  try {
    sqlite.pragma('journal_mode = DELETE')
  } finally {
    sqlite.close()
  }
  await syncFile(file)
}

/**
 * Reads the whole file and checks that it is an undamaged Mainspring database, not newer than this program, without
 * broken references.
 * @throws DatabaseFileError naming the problem
 */
export async function checkDatabase(file: string, known: readonly Migration[] = migrations): Promise<DatabaseFacts> {
  const sqlite = openExisting(file, { readonly: true, timeout: sourceTimeoutMs })
  try {
    // Do not run views and expressions of a foreign file.
    sqlite.pragma('trusted_schema = OFF')
    const version = namingTheFile(file, () => readVersion(sqlite, file, known))
    const problems = namingTheFile(file, () => [...readIntegrityProblems(sqlite), ...readReferenceProblems(sqlite)])
    if (problems.length > 0) throw new DatabaseFileError(`${file} is damaged: ${toShortList(problems)}`)
    const count = (table: 'orders' | 'customers'): number => Number(sqlite.prepare(`select count(*) from ${table} where deleted = 0`).pluck().get())
    return { sizeBytes: (await stat(file)).size, orders: count('orders'), customers: count('customers'), version }
  } finally {
    sqlite.close()
  }
}

function readVersion(sqlite: BetterSqlite3.Database, file: string, known: readonly Migration[]): string {
  const hasMigrations = sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = 'schema_migrations'").get() !== undefined
  const applied = hasMigrations ? (sqlite.prepare('select name from schema_migrations order by name').pluck().all() as string[]) : []
  const newest = applied.at(-1)
  if (newest === undefined || !isOurs(applied, known)) throw new DatabaseFileError(`${file} is not a database of Mainspring`)
  const refusal = toRefusal(file, applied, known)
  if (refusal !== undefined) throw new DatabaseFileError(refusal)
  return newest
}

const readIntegrityProblems = (sqlite: BetterSqlite3.Database): string[] =>
  (sqlite.pragma('integrity_check') as { integrity_check: string }[]).map((row) => row.integrity_check).filter((text) => text !== 'ok')

const readReferenceProblems = (sqlite: BetterSqlite3.Database): string[] =>
  (sqlite.pragma('foreign_key_check') as { table: string; rowid: number | null; parent: string }[]).map(
    ({ table, rowid, parent }) => `row ${String(rowid)} of ${table} points at nothing in ${parent}`,
  )

const toShortList = (problems: string[]): string =>
  problems.slice(0, mostProblemsNamed).join('; ') + (problems.length > mostProblemsNamed ? `; and ${problems.length - mostProblemsNamed} more` : '')

export type LockedDatabase = {
  /** The database has no content, or the lock created the file. */
  isEmpty: boolean
  /** Copies the locked database to `target`, which must not exist. */
  copyTo(target: string): Promise<void>
  release(): void
}

/**
 * Locks the database for this process and checkpoints its WAL; creates an empty file if there is none. SQLite leaves
 * WAL mode only when no other process has the file open, and the system drops a dead process's locks, so a running
 * server is always detected and a crashed one never. Do not open and close the file by other means while the lock is
 * held: POSIX drops the lock then.
 * @throws DatabaseFileError when another program uses it; DamagedDatabaseError
 */
export function lockDatabase(file: string): LockedDatabase {
  const sqlite = new BetterSqlite3(file, { timeout: lockTimeoutMs })
  try {
    sqlite.pragma('journal_mode = DELETE')
    // Keeps the lock that the next statement takes. This order leaves no journal or shared memory file of a crash
    // behind.
    sqlite.pragma('locking_mode = EXCLUSIVE')
    sqlite.exec('begin exclusive; commit')
    const mode = sqlite.pragma('journal_mode', { simple: true })
    if (mode !== 'delete') throw new BetterSqlite3.SqliteError(`stays in ${String(mode)} mode`, 'SQLITE_BUSY')
  } catch (error) {
    sqlite.close()
    throw toLockError(error, file)
  }
  return {
    isEmpty: sqlite.prepare('select count(*) from sqlite_schema').pluck().get() === 0,
    async copyTo(target) {
      await createPrivateFile(target)
      await sqlite.backup(target, { progress: () => pagesPerStep })
      await syncFile(target)
    },
    release: () => void sqlite.close(),
  }
}

function toLockError(error: unknown, file: string): unknown {
  if (isSqliteError(error, 'SQLITE_BUSY')) {
    return new DatabaseFileError(`${file} is in use by another program (a running server, an import or a backup). Stop that first, then try again.`)
  }
  if (isDamage(error)) return new DamagedDatabaseError(`${file} is damaged: ${error.message}`)
  return error
}

function openExisting(file: string, options: { readonly: boolean; timeout: number }): BetterSqlite3.Database {
  try {
    return new BetterSqlite3(file, { ...options, fileMustExist: true })
  } catch (error) {
    throw new DatabaseFileError(`${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function namingTheFile<Result>(file: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (isSqliteError(error, 'SQLITE_NOTADB')) throw new DatabaseFileError(`${file} is not a database`)
    if (isSqliteError(error, 'SQLITE_BUSY')) throw new DatabaseFileError(`${file} is locked by another program. Try again in a moment.`)
    if (error instanceof BetterSqlite3.SqliteError) throw new DatabaseFileError(`${file} cannot be read: ${error.message}`)
    throw error
  }
}

const isSqliteError = (error: unknown, code: string): error is InstanceType<typeof BetterSqlite3.SqliteError> =>
  error instanceof BetterSqlite3.SqliteError && error.code.startsWith(code)

const isDamage = (error: unknown): error is Error => isSqliteError(error, 'SQLITE_NOTADB') || isSqliteError(error, 'SQLITE_CORRUPT')

/** Create the file before SQLite does, with private permissions: it holds personal data. */
async function createPrivateFile(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw error
    if (isDiskFull(error)) throw error
    throw new DatabaseFileError(`${path.dirname(file)} cannot be written to: ${error.message}`)
  })
  await handle.close()
}
