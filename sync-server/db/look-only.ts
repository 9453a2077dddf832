import { StatementMeter } from '../metrics/statement-meter.ts'
import type { Db } from './database.ts'
import { openPostgres } from './engines/postgres/open-postgres.ts'

/** Reads a database of PostgreSQL as it is: no table is made and nothing updated, whatever it is. */
export async function looksOnly<Result>(url: string, look: (db: Db) => Promise<Result>): Promise<Result> {
  const { reader, close } = openPostgres({ url, isNotifying: false, size: 1, meter: new StatementMeter() })
  try {
    return await look(reader)
  } finally {
    await close()
  }
}

/** The tables that it has, whoever made them. */
export const listTables = (url: string): Promise<ReadonlySet<string>> =>
  looksOnly(url, async (db) => new Set((await db.introspection.getTables()).map(({ name }) => name)))
