import type BetterSqlite3 from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { StatementMeter } from '../../../metrics/statement-meter.ts'
import type { Database, Db } from '../../database.ts'
import { makePrivateFile } from '../../files/private-files.ts'
import { isDiskFull } from '../error-kind.ts'
import { connect, connectReader } from './connect.ts'
import { sqliteEngine } from './sqlite-engine.ts'
import { createSqliteDialect, retryWhileBusy } from './sqlite-driver.ts'

/** Open the reader after the writer has created the tables. */
type SqliteConnections = { db: Db; openReader: () => Db; close: () => Promise<void> }

export async function openSqlite({ file, readonly, meter }: { file: string; readonly: boolean; meter: StatementMeter }): Promise<SqliteConnections> {
  if (!readonly) await makePrivateFile(file)
  const writer = await openWriter(file, readonly, meter)
  let reader: Connection | undefined
  return {
    db: writer.db,
    openReader: () => (reader ??= toConnection(connectReader(file), 'begin', meter)).db,
    async close() {
      if (reader !== undefined) await close(reader)
      if (!readonly && reader !== undefined) await checkpoint(writer)
      await close(writer)
    },
  }
}

type Connection = { db: Db; sqlite: BetterSqlite3.Database }

async function openWriter(file: string, readonly: boolean, meter: StatementMeter): Promise<Connection> {
  const sqlite = connect(file, { readonly })
  try {
    // Needs an exclusive lock on a new file or after a crash; another process may be doing the same.
    if (!readonly) await retryWhileBusy(() => sqlite.pragma('journal_mode = WAL'))
  } catch (error) {
    sqlite.close()
    throw error
  }
  if (!readonly) {
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('foreign_keys = ON')
    sqlite.pragma('secure_delete = ON')
  }
  return toConnection(sqlite, readonly ? 'begin' : 'begin immediate', meter)
}

function toConnection(sqlite: BetterSqlite3.Database, begin: 'begin' | 'begin immediate', meter: StatementMeter): Connection {
  return { sqlite, db: new Kysely<Database>({ dialect: createSqliteDialect(sqlite, begin, meter) }) }
}

/** Ignore a full disk: commits stay in the WAL, which the next start reads. */
async function checkpoint({ db }: Connection): Promise<void> {
  try {
    await sqliteEngine.emptyJournal(db)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/** Kysely closes only connections that were used. */
async function close({ db, sqlite }: Connection): Promise<void> {
  await db.destroy()
  sqlite.close()
}
