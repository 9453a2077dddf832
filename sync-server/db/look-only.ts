import { StatementMeter } from '../metrics/statement-meter.ts'
import type { Db } from './database.ts'
import { openPostgres } from './engines/postgres/open-postgres.ts'

/** Reads any PostgreSQL database without creating or migrating tables. */
export async function looksOnly<Result>(url: string, look: (db: Db) => Promise<Result>): Promise<Result> {
  const { reader, close } = openPostgres({ url, isNotifying: false, size: 1, meter: new StatementMeter() })
  try {
    return await look(reader)
  } finally {
    await close()
  }
}

/** All tables of the database, including foreign ones. */
export const listTables = (url: string): Promise<ReadonlySet<string>> =>
  looksOnly(url, async (db) => new Set((await db.introspection.getTables()).map(({ name }) => name)))
