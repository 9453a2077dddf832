import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'

export async function isDatabaseAnswering(reader: Db): Promise<boolean> {
  try {
    await sql`select 1 from schema_migrations limit 1`.execute(reader)
    return true
  } catch {
    return false
  }
}

/** Time for which a result is reused, since anyone may ask. */
const writeEveryMs = 1_000

const lastWrite = new WeakMap<Services, { atMs: number; isTaken: Promise<boolean> }>()

export function isDatabaseTakingWrites(services: Services): Promise<boolean> {
  const last = lastWrite.get(services)
  const atMs = performance.now()
  if (last !== undefined && atMs - last.atMs < writeEveryMs) return last.isTaken
  const isTaken = writeRow(services)
  lastWrite.set(services, { atMs, isTaken })
  return isTaken
}

async function writeRow({ db, clock, log }: Services): Promise<boolean> {
  const row = { id: 1, written_at: clock().toISOString() }
  try {
    await db
      .insertInto('readiness')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    return true
  } catch (error) {
    log.error({ err: error }, 'the database cannot be written to')
    return false
  }
}
