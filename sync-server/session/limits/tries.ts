import type { Db, Tx } from '../../db/database.ts'
import { inTransactionAgain } from '../../db/run-again.ts'
import { byKey, toLimitKey, type LimitStore } from './limit-store.ts'
import { addTry, isFromFuture, readTries, readWaitMs, toKeptFrom, type ThrottleLimit, type Tries } from './throttle.ts'

/** `forget`: a good try clears the key; otherwise only that try is taken back. */
export type Key = { limit: ThrottleLimit; key: string; forget: boolean }

type Stored = { key: string; count: number; blocked_until: string; last_try_at: string }

const columns = ['key', 'count', 'blocked_until', 'last_try_at'] as const
const never = new Date(0).toISOString()

const toStoredKey = ({ limit, key }: Key): string => toLimitKey(limit.name, key)

const rowToTries = ({ count, blocked_until, last_try_at }: Stored): Tries => ({
  failures: count,
  blockedUntilMs: Date.parse(blocked_until),
  lastTryMs: Date.parse(last_try_at),
})

const triesToRow = (key: string, limit: ThrottleLimit, { failures, blockedUntilMs, lastTryMs }: Tries) => ({
  key,
  count: failures,
  blocked_until: new Date(blockedUntilMs).toISOString(),
  last_try_at: new Date(lastTryMs).toISOString(),
  ends_at: new Date(lastTryMs + limit.forgetAfterMs).toISOString(),
  kept_from: toKeptFrom(limit),
})

type Moved = { key: Key; from: Stored; tries: Tries }

/** What is known of the keys, as it is stored at this moment. */
export async function findTries(reader: Db, keys: readonly Key[], now: Date) {
  const rows = await reader.selectFrom('limit_tries').select(columns).where('key', 'in', keys.map(toStoredKey)).execute()
  const rowByKey = new Map(rows.map((row) => [row.key, row]))
  const nowMs = now.getTime()
  const triesOf = (key: Key): Tries => {
    const row = rowByKey.get(toStoredKey(key))
    return readTries(key.limit, row && rowToTries(row), nowMs)
  }
  return {
    failuresOf: (key: Key): number => triesOf(key).failures,
    /** The longest wait of the keys. */
    waitMs: (asked: readonly Key[]): number => Math.max(...asked.map((key) => readWaitMs(triesOf(key), nowMs))),
    /** Keys whose waits began before the clock was set back, and begin again now. */
    fromFuture: keys.flatMap((key): Moved[] => {
      const from = rowByKey.get(toStoredKey(key))
      return from !== undefined && isFromFuture(rowToTries(from), nowMs) ? [{ key, from, tries: triesOf(key) }] : []
    }),
  }
}

export async function moveBack({ db }: LimitStore, moved: readonly Moved[]): Promise<void> {
  await inTransactionAgain(db, async (trx) => {
    for (const { key, from, tries } of moved.toSorted((one, other) => byKey(one.from, other.from))) {
      const { key: _, ...values } = triesToRow(from.key, key.limit, tries)
      await trx.updateTable('limit_tries').set(values).where('key', '=', from.key).where('last_try_at', '=', from.last_try_at).execute()
    }
  })
}

/** Counts a try of each key, where none of them has to wait. @returns the longest wait in milliseconds */
export async function beginTries({ db }: LimitStore, keys: readonly Key[], now: Date): Promise<number> {
  const nowMs = now.getTime()
  const asked = keys.map((key) => ({ key: toStoredKey(key), limit: key.limit })).toSorted(byKey)
  try {
    await inTransactionAgain(db, async (trx) => {
      const stored = await lockTries(trx, asked, nowMs)
      const current = asked.map((one) => ({ ...one, tries: readTries(one.limit, stored.get(one.key), nowMs) }))
      const waitMs = Math.max(...current.map(({ tries }) => readWaitMs(tries, nowMs)))
      if (waitMs > 0) throw new MustWait(waitMs)
      await writeTries(
        trx,
        current.map(({ key, limit, tries }) => triesToRow(key, limit, addTry(limit, tries, nowMs))),
      )
    })
    return 0
  } catch (error) {
    if (error instanceof MustWait) return error.waitMs
    throw error
  }
}

/** Ends the transaction without a trace of it. */
class MustWait extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super(`must wait ${waitMs} ms`)
    this.waitMs = waitMs
  }
}

/** Makes the rows that are not there, and holds all of them until the end of the transaction: then they are read. */
async function lockTries(trx: Tx, asked: readonly { key: string; limit: ThrottleLimit }[], nowMs: number): Promise<Map<string, Tries>> {
  const rows = await trx
    .insertInto('limit_tries')
    .values(asked.map(({ key, limit }) => triesToRow(key, limit, { failures: 0, blockedUntilMs: 0, lastTryMs: nowMs })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ count: eb.ref('limit_tries.count') })))
    .returning(columns)
    .execute()
  return new Map(rows.map((row) => [row.key, rowToTries(row)]))
}

async function writeTries(trx: Tx, rows: readonly ReturnType<typeof triesToRow>[]): Promise<void> {
  await trx
    .insertInto('limit_tries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        count: eb.ref('excluded.count'),
        blocked_until: eb.ref('excluded.blocked_until'),
        last_try_at: eb.ref('excluded.last_try_at'),
        ends_at: eb.ref('excluded.ends_at'),
      })),
    )
    .execute()
}

/** The try was a good one, or none. Never throws. */
export async function endTries({ db, log }: LimitStore, keys: readonly Key[]): Promise<void> {
  const forgotten = keys.filter(({ forget }) => forget).map(toStoredKey)
  const takenBack = keys.filter(({ forget }) => !forget).map(toStoredKey)
  try {
    await inTransactionAgain(db, async (trx) => {
      if (forgotten.length > 0) await trx.deleteFrom('limit_tries').where('key', 'in', forgotten).execute()
      if (takenBack.length > 0) await takeBack(trx, takenBack)
    })
  } catch (error) {
    // Such as a full disk: the try counts as failed, which only somebody who fails again will notice.
    log.warn({ err: error }, 'cannot take back a try')
  }
}

async function takeBack(trx: Tx, keys: readonly string[]): Promise<void> {
  await trx
    .updateTable('limit_tries')
    .set((eb) => ({ count: eb('count', '-', 1), blocked_until: never }))
    .where('key', 'in', keys)
    .execute()
  await trx.deleteFrom('limit_tries').where('key', 'in', keys).where('count', '<=', 0).execute()
}
