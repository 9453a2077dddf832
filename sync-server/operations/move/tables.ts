import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

export type MovedTable = {
  name: string
  columns: readonly string[]
  /** Primary key columns, in key order. */
  key: readonly string[]
  /** Columns that reference rows of the same table. */
  selfReferences: readonly string[]
  /** An auto-increment key column. */
  countedKey: string | undefined
  hasFiles: boolean
}

/** Describe the database itself, so they are not copied. */
const ownTables: readonly string[] = ['schema_migrations', 'moved_tables']

/**
 * All tables, referenced ones first, read from the SQLite database `db`. One end of every move is SQLite, and both have
 * the same tables.
 * @throws TypeError for circular references
 */
export async function readTables(db: Db | Tx): Promise<MovedTable[]> {
  const { rows: names } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`.execute(
    db,
  )
  const found = await Promise.all(names.filter(({ name }) => !ownTables.includes(name)).map(({ name }) => readTable(db, name)))
  return sortByReferences(found)
}

type Found = { table: MovedTable; parents: ReadonlySet<string> }

async function readTable(db: Db | Tx, name: string): Promise<Found> {
  const { rows: columns } = await sql<{ name: string; type: string; pk: number }>`select name, type, pk from pragma_table_info(${name}) order by cid`.execute(
    db,
  )
  const { rows: references } = await sql<{ from: string; table: string }>`select "from", "table" from pragma_foreign_key_list(${name})`.execute(db)
  const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
  return {
    table: {
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
      selfReferences: references.filter(({ table }) => table === name).map(({ from }) => from),
      countedKey: key.length === 1 && key[0]?.type === 'INTEGER' ? key[0].name : undefined,
      hasFiles: columns.some(({ type }) => type === 'BLOB'),
    },
    parents: new Set(references.map(({ table }) => table).filter((table) => table !== name)),
  }
}

function sortByReferences(found: readonly Found[]): MovedTable[] {
  const sorted: MovedTable[] = []
  const done = new Set<string>()
  while (sorted.length < found.length) {
    const next = found.filter(({ table, parents }) => !done.has(table.name) && [...parents].every((parent) => done.has(parent)))
    if (next.length === 0) throw new TypeError('Tables point at each other in a circle')
    for (const { table } of next) {
      sorted.push(table)
      done.add(table.name)
    }
  }
  return sorted
}
