import type { NumbersAnswer, NumbersRequest } from '#schema/api/numbers.ts'
import { AppError } from '#schema/errors.ts'
import { type Caller, isMember } from '#schema/rules/access/access.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Tx } from '../db/database.ts'
import type { Services } from '../services.ts'

/** Numbers that one person's devices may lease of a shop within a day: more than anybody takes in, so that lost answers cost nothing. */
export const leasedADayMax = 10_000
const dayMs = 24 * 60 * 60 * 1000

/**
 * Leases a range of a shop's ticket numbers to a device of the caller (NUM-03). Each call gives a fresh one: an answer that was lost
 * leaves a gap, because two devices with one profile must never hold one range.
 * @throws AppError NOT_FOUND for a shop that is not there for the caller, TOO_MANY_REQUESTS beyond what a day may take
 */
export async function leaseNumbers({ db, clock }: Services, caller: Caller, { shopId, deviceId, count }: NumbersRequest): Promise<NumbersAnswer> {
  if (!isMember(caller, shopId)) throw new AppError('NOT_FOUND', 'Shop not found')
  const now = clock()
  return inTransaction(db, async (trx) => {
    await assertRoom(trx, { shopId, userId: caller.userId, now, count })
    const { next_number } = await trx.selectFrom('shop_feed').select('next_number').where('shop_id', '=', shopId).executeTakeFirstOrThrow()
    const from = await findFreeRange(trx, shopId, next_number, count)
    const to = from + count - 1
    await trx
      .updateTable('shop_feed')
      .set({ next_number: to + 1 })
      .where('shop_id', '=', shopId)
      .execute()
    await trx
      .insertInto('number_leases')
      .values({ shop_id: shopId, first_number: from, last_number: to, user_id: caller.userId, device_id: deviceId, leased_at: now.toISOString() })
      .execute()
    return { from, to }
  })
}

async function assertRoom(trx: Tx, { shopId, userId, now, count }: { shopId: string; userId: string; now: Date; count: number }): Promise<void> {
  const leases = await trx
    .selectFrom('number_leases')
    .select(['first_number', 'last_number', 'leased_at'])
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('leased_at', '>', new Date(now.getTime() - dayMs).toISOString())
    .where('leased_at', '<=', now.toISOString())
    .orderBy('leased_at')
    .execute()
  const leased = leases.reduce((sum, { first_number, last_number }) => sum + last_number - first_number + 1, 0)
  const [oldest] = leases
  if (oldest === undefined || leased + count <= leasedADayMax) return
  const endsMs = Date.parse(oldest.leased_at) + dayMs
  throw new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: Math.max(1, Math.ceil((endsMs - now.getTime()) / 1000)) })
}

/** The first range above in which no number stood on paper before (NUM-04). */
async function findFreeRange(trx: Tx, shopId: string, next: number, count: number): Promise<number> {
  for (let from = next; ;) {
    const { last } = await trx
      .selectFrom('former_ticket_numbers')
      .select((eb) => eb.fn.max('number').as('last'))
      .where('shop_id', '=', shopId)
      .where('number', '>=', from)
      .where('number', '<', from + count)
      .executeTakeFirstOrThrow()
    if (last === null) return from
    from = Number(last) + 1
  }
}
