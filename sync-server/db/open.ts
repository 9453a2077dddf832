import BetterSqlite3 from 'better-sqlite3'
import { Kysely } from 'kysely'
import { copyBeforeUpdate } from './files/copy-before-update.ts'
import type { Database, Db } from './database.ts'
import { isDiskFull } from './full-disk.ts'
import { fillListKeys } from './list-keys.ts'
import { emptyJournal } from './journal.ts'
import { runMigrations } from './migrate.ts'
import { StatementMeter } from '../metrics/statement-meter.ts'
import { makePrivateFile } from './files/private-files.ts'
import { seedReferenceRows } from './seed.ts'
import { createSqliteDialect, retryWhileBusy } from './sqlite-driver.ts'

export type OpenDatabase = {
  /** The writer: transactions start with BEGIN IMMEDIATE. On a read-only database it can only read. */
  db: Db
  reader: Db
  /** Copies the WAL into the database file and closes both connections. */
  close: () => Promise<void>
}

/** A short wait inside SQLite; longer ones are retried by the driver, which lets other requests go on meanwhile. */
const busyTimeoutMs = 50

export type OpenOptions = {
  file: string
  readonly?: boolean
  /** False where the file is a copy itself. */
  isCopiedBeforeUpdate?: boolean
  /** A copy was made, because an update is about to change the tables. */
  onCopy?: (copy: string) => void
  /** Adds up the work of both connections. */
  meter?: StatementMeter
}

/** Opens (and unless readonly creates, copies, migrates and seeds) the database file. Throws when it is newer than this program. */
export async function openDatabase({
  file,
  readonly = false,
  isCopiedBeforeUpdate = true,
  onCopy,
  meter = new StatementMeter(),
}: OpenOptions): Promise<OpenDatabase> {
  if (!readonly) await makePrivateFile(file)
  const writer = await openWriter(file, readonly, meter)
  const copy = async (): Promise<void> => {
    if (!isCopiedBeforeUpdate) return
    const made = await copyBeforeUpdate({ file, now: new Date() })
    onCopy?.(made)
  }
  try {
    if (!readonly) {
      await runMigrations(writer.db, undefined, copy)
      await fillListKeys(writer.db)
      await seedReferenceRows(writer.db)
    }
    const reader = openReader(file, meter)
    return { db: writer.db, reader: reader.db, close: () => closeBoth(writer, reader, readonly) }
  } catch (error) {
    await close(writer)
    throw error
  }
}

type Connection = { db: Db; sqlite: BetterSqlite3.Database }

async function openWriter(file: string, readonly: boolean, meter: StatementMeter): Promise<Connection> {
  const sqlite = new BetterSqlite3(file, { readonly, timeout: busyTimeoutMs })
  try {
    // Needs the file exclusively when it is new or after a crash: another process may be at the same point.
    if (!readonly) await retryWhileBusy(() => sqlite.pragma('journal_mode = WAL'))
  } catch (error) {
    sqlite.close()
    throw error
  }
  if (!readonly) {
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('foreign_keys = ON')
    // Deleted content is overwritten in the file.
    sqlite.pragma('secure_delete = ON')
  }
  return toConnection(sqlite, readonly ? 'begin' : 'begin immediate', meter)
}

/** Not opened read-only: a WAL database may need its shared memory file made. `query_only` keeps it from writing. */
function openReader(file: string, meter: StatementMeter): Connection {
  const sqlite = new BetterSqlite3(file, { timeout: busyTimeoutMs })
  sqlite.pragma('query_only = ON')
  return toConnection(sqlite, 'begin', meter)
}

function toConnection(sqlite: BetterSqlite3.Database, begin: 'begin' | 'begin immediate', meter: StatementMeter): Connection {
  sqlite.pragma('cache_size = -32000')
  sqlite.pragma('temp_store = MEMORY')
  return { sqlite, db: new Kysely<Database>({ dialect: createSqliteDialect(sqlite, begin, meter) }) }
}

async function closeBoth(writer: Connection, reader: Connection, readonly: boolean): Promise<void> {
  await close(reader)
  if (!readonly) await checkpoint(writer)
  await close(writer)
}

/** A full disk is no fault here: what was committed stays in the WAL, from which the next start reads it. */
async function checkpoint({ db }: Connection): Promise<void> {
  try {
    await emptyJournal(db)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/** Kysely closes only what was used at least once. */
async function close({ db, sqlite }: Connection): Promise<void> {
  await db.destroy()
  sqlite.close()
}
