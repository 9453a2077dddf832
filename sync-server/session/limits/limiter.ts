import { sql } from 'kysely'
import { AppError } from '#schema/errors.ts'
import type { Tx } from '../../db/database.ts'
import { inTransactionAgain } from '../../db/run-again.ts'
import type { Services } from '../../services.ts'
import { toSha256 } from '../../to-sha256.ts'
import { findLimits, findWaitEnd, type Limit, type LimitedUse, type Who } from './limits.ts'

/** Maximum clock difference between servers. A count that ends later than possible was begun before the clock was set back. */
const clockToleranceMs = 60_000

const guessingFrom = 3

/** Callers can invent keys, so of keys with fewer calls than `sparseBelow` only `sparseMax` are kept, the latest-ending ones. */
const bounds = { sweepEvery: 500, sparseBelow: 3, sparseMax: 50_000 }

/** `key`: a hash, so that the table contains no name, number or address of a visitor. */
type Key = { key: string; limit: Limit }
type Row = { key: string; count: number; blocked_until_ms: number; ends_ms: number }

/** A counted call; neither function throws. */
export type Taken = {
  /** The try succeeded: it counts no more, and the limit may also forgive earlier failures. */
  succeed: () => Promise<void>
  /** The call had no effect and counts no more. */
  giveBack: () => Promise<void>
  /** The next call has to wait. */
  isLast: boolean
}

export type Limiter = ReturnType<typeof createLimiter>

/** Counts calls in the database, so that limits hold across servers and restarts. */
export function createLimiter({ db, reader, clock, log }: Pick<Services, 'db' | 'reader' | 'clock' | 'log'>, { sweepEvery, sparseBelow, sparseMax } = bounds) {
  let taken = 0

  /**
   * Keys that this call counts for.
   * @throws AppError TOO_MANY_REQUESTS where one of them is blocked
   */
  const look = async <Use extends LimitedUse>(use: Use, who: Who<Use>, nowMs: number): Promise<Key[]> => {
    const keys = findLimits(use, who).map(({ limit, shared }): Key => ({ limit, key: toKey(limit, shared) }))
    const stored = await selectRows(keys.map(({ key }) => key))
    const rowOf = ({ key, limit: { perMs } }: Key) =>
      stored.find((row) => row.key === key && row.ends_ms > nowMs && row.ends_ms <= nowMs + perMs + clockToleranceMs)
    const isGuessing = keys.some((one) => one.limit.showsGuessing && (rowOf(one)?.count ?? 0) >= guessingFrom)
    const counting = keys.filter(({ limit: { counts } }) => counts === undefined || counts === (isGuessing ? 'guessing' : 'fresh'))
    assertNoWait(
      counting,
      counting.flatMap((one) => rowOf(one) ?? []),
      nowMs,
    )
    return counting.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  }

  const selectRows = (keys: readonly string[]): Promise<Row[]> => reader.selectFrom('limits').selectAll().where('key', 'in', keys).execute()

  const takeOne = async <Use extends LimitedUse>(use: Use, who: Who<Use>, count: number): Promise<Taken> => {
    const nowMs = clock().getTime()
    // Check before the transaction, so that refused callers do not occupy the writer.
    const keys = await look(use, who, nowMs)
    const isLast = await inTransactionAgain(db, async (trx) => {
      const rows = await addCounts(trx, keys, count, nowMs)
      assertNoWait(keys, rows, nowMs)
      let waits = 0
      for (const { key, limit } of keys) if (await beginWait(trx, limit, rows.find((row) => row.key === key) as Row, nowMs)) waits++
      return waits > 0
    })
    if (++taken % sweepEvery === 0) await sweep(nowMs)
    return {
      succeed: () =>
        end(
          keys.filter(({ limit }) => limit.isForgiven),
          keys.filter(({ limit }) => !limit.isForgiven),
        ),
      giveBack: () => end([], keys),
      isLast,
    }
  }

  const end = async (forgiven: readonly Key[], uncounted: readonly Key[]): Promise<void> => {
    const namesOf = (keys: readonly Key[]) => keys.map(({ key }) => key)
    try {
      await inTransactionAgain(db, async (trx) => {
        await trx.deleteFrom('limits').where('key', 'in', namesOf(forgiven)).execute()
        await trx
          .updateTable('limits')
          .set((eb) => ({ count: eb('count', '-', 1), blocked_until_ms: 0 }))
          .where('key', 'in', namesOf(uncounted))
          .where('count', '>', 0)
          .execute()
      })
    } catch (error) {
      // For example a full disk: the call still counts, which only matters after further failures.
      log.warn({ err: error }, 'cannot uncount a call')
    }
  }

  const sweep = async (nowMs: number): Promise<void> => {
    try {
      await db.deleteFrom('limits').where('ends_ms', '<=', nowMs).execute()
      const sparse = db.selectFrom('limits').select('ends_ms').where('count', '<', sparseBelow).orderBy('ends_ms', 'desc')
      const surplus = await sparse.offset(sparseMax).limit(1).executeTakeFirst()
      if (surplus) await db.deleteFrom('limits').where('count', '<', sparseBelow).where('ends_ms', '<=', surplus.ends_ms).execute()
    } catch (error) {
      log.warn({ err: error }, 'cannot delete limits that have ended')
    }
  }

  return {
    /**
     * Refuses a blocked caller without counting.
     * @throws AppError TOO_MANY_REQUESTS with the seconds to wait
     */
    async assertRoom<Use extends LimitedUse>(use: Use, who: Who<Use>): Promise<void> {
      await look(use, who, clock().getTime())
    },
    /**
     * Counts a call, or `count` calls, under all limits of a use, or under none if one is blocked.
     * @throws AppError TOO_MANY_REQUESTS with the seconds to wait
     */
    take: <Use extends LimitedUse>(use: Use, who: Who<Use>, count = 1): Promise<Taken> => takeOne(use, who, count),
  }
}

const toKey = ({ name, of, perMs, longestMs = 0 }: Limit, shared: readonly string[]): string => toSha256([name, ...of, perMs, longestMs, ...shared].join('\n'))

function assertNoWait(keys: readonly Key[], rows: readonly Row[], nowMs: number): void {
  const last = rows.toSorted((one, other) => other.blocked_until_ms - one.blocked_until_ms)[0]
  if (last === undefined || last.blocked_until_ms <= nowMs) return
  const message = keys.find(({ key }) => key === last.key)?.limit.message
  throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: Math.ceil((last.blocked_until_ms - nowMs) / 1_000) })
}

/** Adds to the counts or begins new ones, in one statement, so that concurrent servers count correctly. Waits are unchanged. */
function addCounts(trx: Tx, keys: readonly Key[], count: number, nowMs: number): Promise<Row[]> {
  const isOver = sql<boolean>`limits.ends_ms <= ${nowMs} or limits.ends_ms > excluded.ends_ms + ${clockToleranceMs}`
  return trx
    .insertInto('limits')
    .values(keys.map(({ key, limit }) => ({ key, count, blocked_until_ms: 0, ends_ms: nowMs + limit.perMs })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 0 else limits.count end + excluded.count`,
        blocked_until_ms: sql`case when ${isOver} then 0 else limits.blocked_until_ms end`,
        ends_ms: sql`case when ${isOver} then excluded.ends_ms else limits.ends_ms end`,
      }),
    )
    .returningAll()
    .execute()
}

/** @returns whether the next call has to wait */
async function beginWait(trx: Tx, limit: Limit, { key, count, ends_ms }: Row, nowMs: number): Promise<boolean> {
  const blocked_until_ms = findWaitEnd(limit, count, nowMs, ends_ms)
  if (blocked_until_ms === 0) return false
  const isLengthened = limit.longestMs !== undefined || limit.pauseMs !== undefined
  const values = isLengthened ? { blocked_until_ms, ends_ms: nowMs + limit.perMs } : { blocked_until_ms }
  await trx.updateTable('limits').set(values).where('key', '=', key).execute()
  return true
}
