import { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Moves all that was written into the database file and empties the journal, unless somebody reads just now. */
export async function emptyJournal(db: Db): Promise<void> {
  await db.executeQuery(CompiledQuery.raw('pragma wal_checkpoint(truncate)'))
}
