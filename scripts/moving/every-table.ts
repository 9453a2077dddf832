import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { toAnyDb, type Cell, type Row } from '#server/operations/move/cells.ts'
import { readTables, type MovedTable } from '#server/operations/move/tables.ts'

/** Valid values of columns with check constraints. */
const fixed: Readonly<Record<string, string>> = { outcome: 'applied', reason: 'line' }

/** Adds rows to every table, bypassing the write path; triggers apply. */
export async function fillEveryTable(db: Db, rowCount: number): Promise<void> {
  const placeAt = (shift: number): number => shift % rowCount
  for (const table of await readTables(db)) {
    const { rows: references } = await sql<{ from: string; table: string; to: string }>`
      select "from", "table", "to" from pragma_foreign_key_list(${table.name})`.execute(db)
    const { rows: columns } = await sql<{ name: string; type: string }>`select name, type from pragma_table_info(${table.name})`.execute(db)
    const parents = new Map<string, Cell[]>()
    for (const reference of references) {
      const ids = await toAnyDb(db).selectFrom(reference.table).select(reference.to).orderBy(reference.to).execute()
      parents.set(
        reference.from,
        ids.map((row) => row[reference.to] ?? null),
      )
    }
    const toCell = (name: string, type: string, place: number): Cell => {
      const ids = parents.get(name)
      if (ids !== undefined) return ids[placeAt(place) % Math.max(ids.length, 1)] ?? null
      if (name === table.countedKey) return place + 1
      if (type === 'INTEGER') return table.key.includes(name) ? place : place % 2
      if (type === 'BLOB') return new Uint8Array([0, place % 256, 255])
      return fixed[name] ?? `${table.name} ${name} ${place} 'é' 😀 \\u0000`
    }
    const rows = Array.from({ length: rowCount }, (_, place): Row => Object.fromEntries(columns.map(({ name, type }) => [name, toCell(name, type, place)])))
    // Some tables allow only one row.
    for (const row of table.countedKey !== undefined && table.name !== 'access_changes' ? rows.slice(0, 1) : rows) {
      await toAnyDb(db)
        .insertInto(table.name)
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
}

export async function readEverything(db: Db, tables: readonly MovedTable[]): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  for (const { name, key } of tables) {
    const rows = await toAnyDb(db).selectFrom(name).selectAll().execute()
    const toKey = (row: Row): string => JSON.stringify(key.map((column) => row[column]))
    found[name] = rows.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : 1))
  }
  return found
}
