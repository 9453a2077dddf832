import type { LeasedNumbers, LeaseNumbers } from '#schema/api/numbers.ts'
import { AppError } from '#schema/errors.ts'
import { isMember, type Caller } from '#schema/rules/access/access.ts'
import type { Tx } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'

/** Limit per user and shop, far above honest use: leased numbers are lost to the shop. */
const hourlyMax = 20_000
const hourMs = 3_600_000

/**
 * Leases the next ticket numbers of a shop to one of the caller's devices. A repeated request gets other numbers;
 * unused numbers stay gaps.
 * @throws AppError NOT_FOUND for a shop that the caller cannot see, TOO_MANY_REQUESTS
 */
export async function leaseNumbers(services: Services, caller: Caller, { deviceId, shopId, count }: LeaseNumbers): Promise<LeasedNumbers> {
  if (!isMember(caller, shopId)) throw new AppError('NOT_FOUND', 'Shop not found')
  const now = services.clock()
  return inTransaction(services.db, async (trx) => {
    // The update locks the shop's feed row until commit, so it comes before any read.
    const { next_number: next } = await trx
      .updateTable('shop_feed')
      .set((eb) => ({ next_number: eb('next_number', '+', 0) }))
      .where('shop_id', '=', shopId)
      .returning('next_number')
      .executeTakeFirstOrThrow()
    await assertMayLease(trx, shopId, caller.userId, now)
    const from = await findUnusedRange(trx, shopId, next, count)
    const to = from + count - 1
    const lease = { shop_id: shopId, first_number: from, last_number: to, user_id: caller.userId, device_id: deviceId, leased_at: now.toISOString() }
    await trx.insertInto('number_leases').values(lease).execute()
    await trx
      .updateTable('shop_feed')
      .set({ next_number: to + 1 })
      .where('shop_id', '=', shopId)
      .execute()
    return { from, to }
  })
}

async function assertMayLease(trx: Tx, shopId: string, userId: string, now: Date): Promise<void> {
  const { leased } = await trx
    .selectFrom('number_leases')
    // Ranges include both ends.
    .select((eb) => eb.fn.sum<number | null>(eb(eb('last_number', '-', eb.ref('first_number')), '+', 1)).as('leased'))
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('leased_at', '>', new Date(now.getTime() - hourMs).toISOString())
    .executeTakeFirstOrThrow()
  if (Number(leased ?? 0) < hourlyMax) return
  throw new AppError('TOO_MANY_REQUESTS', 'Your devices took very many ticket numbers. Please wait an hour.', { retryAfterSeconds: hourMs / 1_000 })
}

/** Skips numbers that orders had before they were renumbered: they may be printed. */
async function findUnusedRange(trx: Tx, shopId: string, next: number, count: number): Promise<number> {
  let from = next
  for (;;) {
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
