import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { Due } from './find-due.ts'

/** The exclusive right to send a message, until `until`. Only the holder writes the outcome; claim ids are unique. */
export type Claim = { id: string; messageId: string; until: Date; tries: number; firstTryAt: string | null }

type Seen = Pick<Due, 'id' | 'shopId' | 'tries' | 'claim'>
type Job = { due_at?: string; claim: string | null; claimed_until: string | null }

/** Time for which no other server sends the message. */
const claimMs = 120_000

/** Undefined when another server changed the message since it was read. */
export async function takeClaim({ db, clock, newId }: Services, seen: Seen): Promise<Claim | undefined> {
  const until = new Date(clock().getTime() + claimMs)
  const job = await writeAsSeen(db, seen, clock(), { claim: newId(), claimed_until: until.toISOString() })
  return job && { id: job.claim, messageId: seen.id, until, tries: job.tries, firstTryAt: job.firstTryAt }
}

/** Delays the message until then, unless another server changed it since it was read. */
export async function restAsSeen({ db, clock }: Services, seen: Seen, until: Date): Promise<void> {
  await writeAsSeen(db, seen, clock(), { due_at: until.toISOString(), claim: null, claimed_until: null })
}

/** Ends the tries; returns false and writes nothing when another server changed the message since it was read. */
export async function endAsSeen(trx: Db, { clock, newId }: Pick<Services, 'clock' | 'newId'>, seen: Seen): Promise<boolean> {
  // Write before deleting: this waits for, and detects, a server that is taking a claim.
  const at = clock()
  const job = await writeAsSeen(trx, seen, at, { claim: newId(), claimed_until: at.toISOString() })
  if (job !== undefined) await endTries(trx, seen.id)
  return job !== undefined
}

/** After a restore from a backup: any waiting message may have been sent since, so mark all as claimed. */
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

/** Ends the tries, whoever holds the claim. */
export async function endTries(db: Db, messageId: string): Promise<void> {
  await db.deleteFrom('message_jobs').where('message_id', '=', messageId).execute()
}

/** Ends the tries if the claim still holds, else returns false. */
export async function endClaimed(db: Db, { id, messageId }: Claim): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('message_jobs').where('message_id', '=', messageId).where('claim', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Releases the claim; returns false and writes nothing when it no longer holds. */
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

/** Writes only if the message still waits with the same expired claim, or unclaimed after the same tries; else undefined. */
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
          // Checks that the message still waits: another server may have finished it and deleted its job.
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
