import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'
import { migrations } from '#server/db/migrate.ts'
import { movingName, type Migration } from '#server/db/schema-migration.ts'
import type { Sum } from './digest.ts'
import { toAnyDb } from './cells.ts'
import { MoveError } from './move-error.ts'
import type { MovedTable } from './tables.ts'

/** Keeps servers away from an unfinished target, and creates the table of copied tables. */
const moving: Migration = {
  name: movingName,
  statements: ['create table moved_tables (name text primary key, row_count integer not null, digest text not null) strict'],
}

export const migrationsOfMove: readonly Migration[] = [...migrations, moving]

/** Tables that a first start fills. */
const seededTables: ReadonlySet<string> = new Set([
  'server_identity',
  'server_keys',
  'privileges',
  'order_statuses',
  'product_conditions',
  'product_types',
  'product_colors',
])

/** @throws MoveError when the target has rows of its own */
export async function refuseUsedTarget(db: Db, tables: readonly MovedTable[]): Promise<void> {
  for (const { name } of tables) {
    if (seededTables.has(name)) continue
    const found = await toAnyDb(db)
      .selectFrom(name)
      .select(sql<number>`1`.as('one'))
      .limit(1)
      .execute()
    if (found.length > 0) throw new MoveError(`The target has data already (in ${name}), which stays as it is. Name an empty database.`)
  }
}

export async function readNotes(db: Db): Promise<Map<string, Sum>> {
  const rows = await toAnyDb(db).selectFrom('moved_tables').selectAll().execute()
  return new Map(rows.map((row) => [String(row['name']), { rows: Number(row['row_count']), digest: String(row['digest']) }]))
}

export const noteTable = (trx: Tx, { name }: MovedTable, { rows, digest }: Sum): Promise<unknown> =>
  toAnyDb(trx).insertInto('moved_tables').values({ name, row_count: rows, digest }).execute()

/** Empties the target, including the notes of copied tables. */
export const forgetAll = (db: Db, tables: readonly MovedTable[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const { name } of tables.toReversed()) await toAnyDb(trx).deleteFrom(name).execute()
    await toAnyDb(trx).deleteFrom('moved_tables').execute()
  })

/** Removes the marker, so that servers may start. */
export const finishTarget = (db: Db): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`drop table moved_tables`.execute(trx)
    await trx.deleteFrom('schema_migrations').where('name', '=', movingName).execute()
  })
