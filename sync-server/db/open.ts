import BetterSqlite3 from 'better-sqlite3'
import { CompiledQuery, Kysely } from 'kysely'
import type { Database, Db } from './database.ts'
import { runMigrations } from './migrate.ts'
import { seedReferenceRows } from './seed.ts'
import { createSqliteDialect } from './sqlite-driver.ts'

export type OpenDatabase = {
  /** The writer: transactions start with BEGIN IMMEDIATE. On a read-only database it can only read. */
  db: Db
  reader: Db
  /** Copies the WAL into the database file and closes both connections. */
  close(): Promise<void>
}

/** A short wait inside SQLite; longer ones are retried by the driver, which lets other requests go on meanwhile. */
const busyTimeoutMs = 50

/** Opens (and unless readonly creates, migrates and seeds) the database file. Throws when it is newer than this program. */
export async function openDatabase({ file, readonly = false }: { file: string; readonly?: boolean }): Promise<OpenDatabase> {
  const db = openWriter(file, readonly)
  try {
    if (!readonly) {
      await runMigrations(db)
      await seedReferenceRows(db)
    }
    const reader = openReader(file)
    return { db, reader, close: () => closeBoth(db, reader, readonly) }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

function openWriter(file: string, readonly: boolean): Db {
  const sqlite = new BetterSqlite3(file, { readonly, timeout: busyTimeoutMs })
  if (!readonly) {
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('foreign_keys = ON')
  }
  tune(sqlite)
  return new Kysely<Database>({ dialect: createSqliteDialect(sqlite, readonly ? 'begin' : 'begin immediate') })
}

/** Not opened read-only: a WAL database may need its shared memory file made. `query_only` keeps it from writing. */
function openReader(file: string): Db {
  const sqlite = new BetterSqlite3(file, { timeout: busyTimeoutMs })
  sqlite.pragma('query_only = ON')
  tune(sqlite)
  return new Kysely<Database>({ dialect: createSqliteDialect(sqlite, 'begin') })
}

function tune(sqlite: BetterSqlite3.Database): void {
  sqlite.pragma('cache_size = -32000')
  sqlite.pragma('temp_store = MEMORY')
}

async function closeBoth(db: Db, reader: Db, readonly: boolean): Promise<void> {
  await reader.destroy()
  if (!readonly) await db.executeQuery(CompiledQuery.raw('pragma wal_checkpoint(truncate)'))
  await db.destroy()
}
