import { copyBeforeUpdate } from './files/copy-before-update.ts'
import type { Db } from './database.ts'
import { openPostgres } from './engines/postgres/open-postgres.ts'
import { openSqlite } from './engines/sqlite/open-sqlite.ts'
import { runMigrations } from './migrate.ts'
import type { Migration } from './schema-migration.ts'
import { StatementMeter } from '../metrics/statement-meter.ts'
import { seedReferenceRows } from './seed.ts'
import { makeServerId } from './server-id.ts'

export type OpenDatabase = {
  /** Transactions of it write. With SQLite it is one connection; on a read-only database it can only read. */
  db: Db
  /** Reads never wait for a writer. */
  reader: Db
  /** Closes all connections; of a database file, the WAL is copied into it before. */
  close: () => Promise<void>
}

type Common = {
  /** What the program knows, where it is not this version. */
  known?: readonly Migration[]
  /** Adds up the work of all connections. */
  meter?: StatementMeter
}

export type FileOptions = Common & {
  file: string
  readonly?: boolean
  /** False where the file is a copy itself. */
  isCopiedBeforeUpdate?: boolean
  /** A copy was made, because an update is about to change the tables. */
  onCopy?: (copy: string) => void
}

export type ServerOptions = Common & {
  /** Such as `postgres://user:password@host/database`. */
  url: string
  /** Connections for writing, and as many for reading. */
  poolSize?: number
  /** False: other processes are heard of by looking alone, and not told. */
  isNotifying?: boolean
  onIdleError?: (error: Error) => void
}

export type OpenOptions = FileOptions | ServerOptions

/** Opens (and unless readonly creates, copies, migrates and seeds) the database. Throws when it is newer than this program. */
export const openDatabase = (options: OpenOptions): Promise<OpenDatabase> => ('url' in options ? openServer(options) : openFile(options))

async function openFile({
  file,
  readonly = false,
  isCopiedBeforeUpdate = true,
  onCopy,
  known,
  meter = new StatementMeter(),
}: FileOptions): Promise<OpenDatabase> {
  const { db, openReader, close } = await openSqlite({ file, readonly, meter })
  const copy = async (): Promise<void> => {
    if (!isCopiedBeforeUpdate) return
    const made = await copyBeforeUpdate({ file, now: new Date() })
    onCopy?.(made)
  }
  try {
    if (!readonly) await prepare(db, known, copy)
    return { db, reader: openReader(), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openServer(options: ServerOptions): Promise<OpenDatabase> {
  const { url, poolSize = defaultPoolSize, isNotifying = true, onIdleError, known, meter = new StatementMeter() } = options
  const { db, reader, close } = openPostgres({ url, size: poolSize, isNotifying, meter, onIdleError })
  try {
    await prepare(db, known)
    return { db, reader, close }
  } catch (error) {
    await close()
    throw error
  }
}

const defaultPoolSize = 10

async function prepare(db: Db, known?: readonly Migration[], beforeUpdate?: () => Promise<void>): Promise<void> {
  await runMigrations(db, known, beforeUpdate)
  await makeServerId(db)
  await seedReferenceRows(db)
}
