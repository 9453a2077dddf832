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
  /** For writing transactions. A single connection with SQLite; read-only when the database is opened so. */
  db: Db
  /** Reads never wait for a writer. */
  reader: Db
  /** Closes all connections, after a checkpoint of the file's WAL. */
  close: () => Promise<void>
}

type Common = {
  /** For tests of other versions. */
  known?: readonly Migration[]
  meter?: StatementMeter
}

export type FileOptions = Common & {
  file: string
  readonly?: boolean
  /** False when the file is itself a copy. */
  isCopiedBeforeUpdate?: boolean
  /** Called after the copy made before a migration. */
  onCopy?: (copy: string) => void
}

export type ServerOptions = Common & {
  url: string
  /** Write connections, and as many for reads. */
  poolSize?: number
  /** False: polls for commits of other processes and does not notify them. */
  isNotifying?: boolean
  onIdleError?: (error: Error) => void
}

export type OpenOptions = FileOptions | ServerOptions

/** Opens the database; unless readonly, also creates, copies, migrates and seeds it. Throws when it is newer than this program. */
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
