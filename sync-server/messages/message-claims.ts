import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { Due } from './find-due.ts'

/** The right to hand a message over, until `until`. Only who holds it writes of the message; its id is given to nobody twice. */
export type Claim = { id: string; messageId: string; until: Date; tries: number; firstTryAt: string | null }

type Seen = Pick<Due, 'id' | 'shopId' | 'tries' | 'claim'>
type Job = { due_at?: string; claim: string | null; claimed_until: string | null }

/** For so long nobody else hands the message over. */
export const claimMs = 120_000

/** Undefined where another server has been at the message since it was looked at. */
export async function takeClaim({ db, clock, newId }: Services, seen: Seen): Promise<Claim | undefined> {
  const until = new Date(clock().getTime() + claimMs)
  const job = await writeAsSeen(db, seen, clock(), { claim: newId(), claimed_until: until.toISOString() })
  return job && { id: job.claim, messageId: seen.id, until, tries: job.tries, firstTryAt: job.firstTryAt }
}

/** Lets the message rest until then, unless another server has been at it since it was looked at. */
export async function restAsSeen({ db, clock }: Services, seen: Seen, until: Date): Promise<void> {
  await writeAsSeen(db, seen, clock(), { due_at: until.toISOString(), claim: null, claimed_until: null })
}

/** Ends the tries; false, and nothing is written, where another server has been at the message since it was looked at. */
export async function endAsSeen(trx: Db, { clock, newId }: Pick<Services, 'clock' | 'newId'>, seen: Seen): Promise<boolean> {
  // Written before it goes: so it waits for a server that takes its claim just now, and finds it.
  const at = clock()
  const job = await writeAsSeen(trx, seen, at, { claim: newId(), claimed_until: at.toISOString() })
  if (job !== undefined) await endTries(trx, seen.id)
  return job !== undefined
}

/** Of a database that is an earlier one than its carriers know: all that waits there may have been handed over since. */
export async function doubtWaiting(db: Db, { now, newId }: { now: Date; newId: () => string }): Promise<void> {
  const at = now.toISOString()
  const claimed = { claim: newId(), claimed_until: at }
  const waiting = await db.selectFrom('messages').select(['id', 'shop_id']).where('state', '=', 'waiting').execute()
  for (const { id, shop_id } of waiting)
    await db
      .insertInto('message_jobs')
      .values({ message_id: id, shop_id, due_at: at, ...claimed })
      .onConflict((conflict) => conflict.column('message_id').doUpdateSet(claimed))
      .execute()
}

/** Ends the tries of whoever it is. */
export async function endTries(db: Db, messageId: string): Promise<void> {
  await db.deleteFrom('message_jobs').where('message_id', '=', messageId).execute()
}

/** Ends the tries of the claim's holder; false where it is not theirs any more. */
export async function endClaimed(db: Db, { id, messageId }: Claim): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('message_jobs').where('message_id', '=', messageId).where('claim', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Gives the claim back; false, and nothing is written, where it is not the holder's any more. */
export async function releaseClaim(
  db: Db,
  { id, messageId }: Claim,
  next: { due_at?: string; tries?: number; first_try_at?: string | null } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('message_jobs')
    .set({ ...next, claim: null, claimed_until: null })
    .where('message_id', '=', messageId)
    .where('claim', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Writes while the message is as it was looked at: it waits, under the same claim, which has ended, or under none and after as many tries.
 * Undefined where it is not.
 */
async function writeAsSeen<Values extends Job>(
  db: Db,
  { id, shopId, tries, claim }: Seen,
  at: Date,
  values: Values,
): Promise<{ claim: Values['claim']; tries: number; firstTryAt: string | null } | undefined> {
  const written =
    claim === null
      ? await db
          .insertInto('message_jobs')
          .columns(['message_id', 'shop_id', 'due_at', 'claim', 'claimed_until'])
          // Another server may have brought it to its end since, and its tries are gone with that.
          .expression(
            sql`select ${id}, ${shopId}, ${values.due_at ?? at.toISOString()}, ${values.claim}, ${values.claimed_until} from messages where id = ${id} and state = 'waiting' and deleted = 0`,
          )
          .onConflict((conflict) =>
            conflict.column('message_id').doUpdateSet(values).where('message_jobs.claim', 'is', null).where('message_jobs.tries', '=', tries),
          )
          .returning(['tries', 'first_try_at as firstTryAt'])
          .executeTakeFirst()
      : await db
          .updateTable('message_jobs')
          .set(values)
          .where('message_id', '=', id)
          .where('claim', '=', claim)
          .returning(['tries', 'first_try_at as firstTryAt'])
          .executeTakeFirst()
  return written && { ...written, claim: values.claim }
}
