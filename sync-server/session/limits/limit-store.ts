import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { toSha256 } from '../../to-sha256.ts'

/** Keys per table that hold nobody back, and the number of uses after which surplus ones are dropped. */
const bounds = { lightMax: 50_000, sweepEvery: 500 }

/**
 * Limits live in the database, so that whoever spreads their tries over the processes of a server gains nothing. Anybody can invent
 * keys: those with few tries are dropped, the first to end first; those from `kept_from` on stay until they end.
 */
export type LimitStore = Pick<Services, 'db' | 'reader' | 'clock' | 'log'> & {
  /** After each use; now and then it forgets what has ended. */
  noteUse(): Promise<void>
}

export function createLimitStore(
  { db, reader, clock, log }: Pick<Services, 'db' | 'reader' | 'clock' | 'log'>,
  { lightMax, sweepEvery }: typeof bounds = bounds,
): LimitStore {
  let uses = 0
  return {
    db,
    reader,
    clock,
    log,
    async noteUse() {
      if (++uses % sweepEvery !== 0) return
      try {
        for (const table of ['limit_counts', 'limit_tries'] as const) await sweep(db, table, clock().toISOString(), lightMax)
      } catch (error) {
        log.warn({ err: error }, 'cannot forget limits that have ended')
      }
    },
  }
}

async function sweep(db: Db, table: 'limit_counts' | 'limit_tries', now: string, lightMax: number): Promise<void> {
  await db.deleteFrom(table).where('ends_at', '<=', now).execute()
  const isLight = sql<boolean>`${sql.ref('count')} < ${sql.ref('kept_from')}`
  const surplus = await db.selectFrom(table).select('ends_at').where(isLight).orderBy('ends_at', 'desc').offset(lightMax).limit(1).executeTakeFirst()
  if (surplus !== undefined) await db.deleteFrom(table).where(isLight).where('ends_at', '<=', surplus.ends_at).execute()
}

/** A name, number or address of a visitor as a key: of a fixed size, and not to be read from the table. */
export const toLimitKey = (limitName: string, key: string): string => toSha256(`${limitName}\n${key}`)

/** The order in which every transaction takes its keys, so that two of them never wait for each other. */
export const byKey = (one: { key: string }, other: { key: string }): number => (one.key < other.key ? -1 : 1)
