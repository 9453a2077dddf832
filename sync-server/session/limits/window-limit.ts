import { AppError } from '#schema/errors.ts'
import type { Db } from '../../db/database.ts'
import { inTransactionAgain } from '../../db/run-again.ts'
import { byKey, toLimitKey, type LimitStore } from './limit-store.ts'

/** At most `max` calls of one key within `windowMs` of the first. `name`: its own among all limits. `message`: replaces the usual one. */
export type WindowLimit = { name: string; max: number; windowMs: number; message?: string }

/** Clocks of processes differ by less; a window that begins later than that was begun before the clock was set back. */
export const clockToleranceMs = 5_000

export type Wanted = { limit: WindowLimit; key: string; count: number }
export type Counted = { key: string; count: number; ends_at: string }

/**
 * Counts a call under several limits, or under none when one of them is used up; the first in the list is asked first.
 * @returns takes the call back, where it came to nothing; never throws
 * @throws AppError TOO_MANY_REQUESTS with the seconds until the window ends
 */
export async function takeAll(store: LimitStore, taken: readonly (readonly [WindowLimit, string])[]): Promise<() => Promise<void>> {
  const now = store.clock()
  const wanted = taken.map(([limit, key]) => ({ limit, key: toLimitKey(limit.name, key), count: 1 }))
  // Whoever is refused does not make others wait for the writer.
  assertRoom(wanted, await readCounts(store.reader, wanted, now), 1, now)
  const counted = await inTransactionAgain(store.db, async (trx) => {
    const counts = await addCounts(trx, wanted, now)
    assertRoom(wanted, counts, 0, now)
    return counts
  })
  await store.noteUse()
  return () => giveBack(store, counted)
}

/** @param more calls that are to be counted still */
function assertRoom(wanted: readonly Wanted[], counts: readonly Counted[], more: number, now: Date): void {
  for (const { limit, key } of wanted) {
    const known = counts.find((one) => one.key === key)
    if (known !== undefined && known.count + more > limit.max) throw usedUp(limit, Date.parse(known.ends_at), now)
  }
}

export const usedUp = ({ message }: WindowLimit, endsMs: number, now: Date): AppError =>
  new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: Math.ceil((endsMs - now.getTime()) / 1000) })

/** Those of windows that have begun and not ended. */
const readCounts = (reader: Db, wanted: readonly Wanted[], now: Date): Promise<Counted[]> =>
  reader
    .selectFrom('limit_counts')
    .select(['key', 'count', 'ends_at'])
    .where(
      'key',
      'in',
      wanted.map(({ key }) => key),
    )
    .where('ends_at', '>', now.toISOString())
    .where('starts_at', '<=', toLatestStart(now))
    .execute()

/**
 * Adds to each count, or begins a new window where there is none: one statement, so that calls of several processes at once all count.
 * @returns the counts as they are then
 */
export function addCounts(db: Db, wanted: readonly Wanted[], now: Date): Promise<Counted[]> {
  const rows = wanted.map(({ limit: { max, windowMs }, key, count }) => ({
    key,
    count,
    starts_at: now.toISOString(),
    ends_at: new Date(now.getTime() + windowMs).toISOString(),
    kept_from: Math.ceil(max / 2),
  }))
  return db
    .insertInto('limit_counts')
    .values(rows.toSorted(byKey))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const isOver = eb.or([eb('limit_counts.ends_at', '<=', now.toISOString()), eb('limit_counts.starts_at', '>', toLatestStart(now))])
        const afresh = (name: 'starts_at' | 'ends_at') =>
          eb
            .case()
            .when(isOver)
            .then(eb.ref(`excluded.${name}`))
            .else(eb.ref(`limit_counts.${name}`))
            .end()
        return {
          count: eb
            .case()
            .when(isOver)
            .then(eb.ref('excluded.count'))
            .else(eb('limit_counts.count', '+', eb.ref('excluded.count')))
            .end(),
          starts_at: afresh('starts_at'),
          ends_at: afresh('ends_at'),
        }
      }),
    )
    .returning(['key', 'count', 'ends_at'])
    .execute()
}

const toLatestStart = (now: Date): string => new Date(now.getTime() + clockToleranceMs).toISOString()

/** Windows that were begun anew since keep what they have. */
async function giveBack({ db, log }: LimitStore, counted: readonly Counted[]): Promise<void> {
  const keys = counted.map(({ key }) => key)
  try {
    await inTransactionAgain(db, async (trx) => {
      await trx
        .updateTable('limit_counts')
        .set((eb) => ({ count: eb('count', '-', 1) }))
        .where((eb) => eb.or(counted.map(({ key, ends_at }) => eb.and([eb('key', '=', key), eb('ends_at', '=', ends_at)]))))
        .execute()
      await trx.deleteFrom('limit_counts').where('key', 'in', keys).where('count', '<=', 0).execute()
    })
  } catch (error) {
    // Such as a full disk: the call counts until its window ends.
    log.warn({ err: error }, 'cannot give back what was taken of a limit')
  }
}
