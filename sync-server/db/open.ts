import { copyBeforeUpdate } from './files/copy-before-update.ts'
import { type Db, toDynamicDb, type SqlValue } from './database.ts'
import { openPostgres } from './engines/postgres/open-postgres.ts'
import { openSqlite } from './engines/sqlite/open-sqlite.ts'
import { runMigrations } from './migrate.ts'
import type { Migration } from './schema-migration.ts'
import { StatementMeter } from '../metrics/statement-meter.ts'
import { makeServerId } from './server-id.ts'
import { productColors, productConditions, productTypes, privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { orderStatuses } from '#schema/values/order-status.ts'

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

type FileOptions = Common & {
  file: string
  readonly?: boolean
  /** False when the file is itself a copy. */
  isCopiedBeforeUpdate?: boolean
  /** Called after the copy made before a migration. */
  onCopy?: (copy: string) => void
}

type ServerOptions = Common & {
  url: string
  /** Write connections, and as many for reads. */
  poolSize?: number
  /** False: polls for commits of other processes and does not notify them. */
  isNotifying?: boolean
  onIdleError?: (error: Error) => void
}

type OpenOptions = FileOptions | ServerOptions

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

type ReferenceRow = { id: string } & Record<string, SqlValue>

/** Writes the global look-up tables with fixed ids. Idempotent. */
async function seedReferenceRows(db: Db): Promise<void> {
  await seedTable(
    db,
    'order_statuses',
    orderStatuses.map(({ id, statusName }, position) => ({ id, status_name: statusName, position })),
  )
  await seedTable(
    db,
    'product_conditions',
    productConditions.map(({ id, conditionName }, position) => ({ id, condition_name: conditionName, position })),
  )
  await seedTable(
    db,
    'product_types',
    productTypes.map(({ id, typeName }, position) => ({ id, type_name: typeName, position })),
  )
  await seedTable(
    db,
    'product_colors',
    productColors.map(({ id, colorName }, position) => ({ id, color_name: colorName, position })),
  )
  await seedTable(
    db,
    'privileges',
    privilegeRows.map(({ id, privilegeName }) => ({ id, privilege_name: privilegeName })),
  )
}

async function seedTable(db: Db, table: string, rows: readonly ReferenceRow[]): Promise<void> {
  const dynamic = toDynamicDb(db)
  const stored = await dynamic.selectFrom(table).selectAll().execute()
  const storedById = new Map(stored.map((row) => [row['id'], row]))
  for (const row of rows) {
    const known = storedById.get(row.id)
    if (known && Object.entries(row).every(([column, value]) => known[column] === value)) continue
    await dynamic
      .insertInto(table)
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }
}
