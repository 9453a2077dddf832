import { StatementMeter } from '../metrics/statement-meter.ts'
import { openPostgres } from './engines/postgres/open-postgres.ts'

/** The tables that a database of PostgreSQL has, whoever made them; nothing is changed. */
export async function listTables(url: string): Promise<ReadonlySet<string>> {
  const { db, close } = openPostgres({ url, isNotifying: false, size: 1, meter: new StatementMeter() })
  try {
    return new Set((await db.introspection.getTables()).map(({ name }) => name))
  } finally {
    await close()
  }
}
