import type { Db } from '../../db/database.ts'
import type { TableColumns } from './read-statement.ts'

/** The tables of a database of PostgreSQL, as they are. */
export async function readColumns(db: Db): Promise<TableColumns> {
  const tables = await db.introspection.getTables()
  return new Map(tables.filter(({ schema }) => schema === 'public').map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]))
}
