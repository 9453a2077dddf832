import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Does the database answer? */
export async function isDatabaseAnswering(reader: Db): Promise<boolean> {
  try {
    await sql`select 1 from schema_migrations limit 1`.execute(reader)
    return true
  } catch {
    return false
  }
}
