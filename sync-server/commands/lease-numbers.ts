import type { LeasedNumbers, LeaseNumbers, ReturnedNumbers, ReturnNumbers } from '#schema/api/numbers.ts'
import { AppError } from '#schema/errors.ts'
import { isMember, type Caller } from '#schema/rules/access/access.ts'
import { countNumbers, joinRanges, type NumberRange, partsWithin, withoutRange } from '#schema/values/number-ranges.ts'
import type { Tx } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'

/** Limit per user and shop, far above honest use: a lost device takes its leased numbers along. */
const hourlyMax = 20_000
const hourMs = 3_600_000

/** Holder of ranges that were given back. */
const nobody = { user_id: '', device_id: '' }

/**
 * Leases ticket numbers of a shop to one of the caller's devices: the lowest ones that another device gave back, else
 * the next ones. A repeated request gets other numbers.
 * @throws AppError NOT_FOUND for a shop that the caller cannot see, TOO_MANY_REQUESTS
 */
export async function leaseNumbers(services: Services, caller: Caller, { deviceId, shopId, count, orFewer }: LeaseNumbers): Promise<LeasedNumbers> {
  if (!isMember(caller, shopId)) throw new AppError('NOT_FOUND', 'Shop not found')
  const now = services.clock()
  return inTransaction(services.db, async (trx) => {
    const next = await lockNumbers(trx, shopId)
    await assertMayLease(trx, shopId, caller.userId, now)
    const range = (await takeReturned(trx, shopId, count, orFewer === true)) ?? (await takeNext(trx, shopId, next, count))
    await addLeases(trx, shopId, [range], { user_id: caller.userId, device_id: deviceId, leased_at: now.toISOString() })
    return range
  })
}

/**
 * Takes back numbers that a device has given to no order, at its sign-out: the next leases hold them, and the shop's
 * next number falls to the first of those at the end. Numbers that are not leased to the device, or that an order has
 * or had, are passed over.
 */
export async function returnNumbers(services: Services, caller: Caller, { deviceId, shops }: ReturnNumbers): Promise<ReturnedNumbers> {
  let returned = 0
  for (const { shopId, ranges } of shops) {
    if (isMember(caller, shopId))
      returned += await inTransaction(services.db, (trx) => takeBack(trx, shopId, { user_id: caller.userId, device_id: deviceId }, ranges))
  }
  return { returned }
}

type Holder = { user_id: string; device_id: string }

/** Locks the shop's feed row until commit, as an order's seq does, so it comes before any read. Returns the next number. */
async function lockNumbers(trx: Tx, shopId: string): Promise<number> {
  const { next_number: next } = await trx
    .updateTable('shop_feed')
    .set((eb) => ({ next_number: eb('next_number', '+', 0) }))
    .where('shop_id', '=', shopId)
    .returning('next_number')
    .executeTakeFirstOrThrow()
  return next
}

const saveNext = (trx: Tx, shopId: string, next: number) => trx.updateTable('shop_feed').set({ next_number: next }).where('shop_id', '=', shopId).execute()

async function addLeases(trx: Tx, shopId: string, ranges: readonly NumberRange[], holder: Holder & { leased_at: string }): Promise<void> {
  if (ranges.length === 0) return
  await trx
    .insertInto('number_leases')
    .values(ranges.map(({ from, to }) => ({ shop_id: shopId, first_number: from, last_number: to, ...holder })))
    .execute()
}

async function dropLeases(trx: Tx, shopId: string, firstNumbers: readonly number[]): Promise<void> {
  if (firstNumbers.length > 0)
    await trx
      .deleteFrom('number_leases')
      .where('shop_id', '=', shopId)
      .where('first_number', 'in', [...firstNumbers])
      .execute()
}

/** Bounds the work of one request; a device holds few ranges. */
const rangesMost = 500

const findLeases = (trx: Tx, shopId: string, { user_id, device_id }: Holder) =>
  trx
    .selectFrom('number_leases')
    .select(['first_number as from', 'last_number as to', 'leased_at'])
    .where('shop_id', '=', shopId)
    .where('user_id', '=', user_id)
    .where('device_id', '=', device_id)
    .limit(rangesMost)

/** The lowest range that was given back: of `count` numbers, or fewer if that will do. */
async function takeReturned(trx: Tx, shopId: string, count: number, orFewer: boolean): Promise<NumberRange | undefined> {
  const least = orFewer ? 1 : count
  const returned = await findLeases(trx, shopId, nobody)
    .where((eb) => eb(eb('last_number', '-', eb.ref('first_number')), '>=', least - 1))
    .orderBy('first_number')
    .limit(returnedMost)
    .execute()
  for (const { from, to } of returned) {
    // An import may have brought some of them meanwhile.
    const free = await withoutUsed(trx, shopId, [{ from, to }])
    const found = free.find((range) => countNumbers([range]) >= least)
    if (found === undefined) continue
    const taken = { from: found.from, to: Math.min(found.to, found.from + count - 1) }
    await dropLeases(trx, shopId, [from])
    await addLeases(trx, shopId, withoutRange(free, taken), { ...nobody, leased_at: '' })
    return taken
  }
  return undefined
}

/** Of these ranges at most are looked at, in case imports have brought their numbers. */
const returnedMost = 20

async function takeNext(trx: Tx, shopId: string, next: number, count: number): Promise<NumberRange> {
  const from = await findUnusedRange(trx, shopId, next, count)
  const to = from + count - 1
  await saveNext(trx, shopId, to + 1)
  return { from, to }
}

async function takeBack(trx: Tx, shopId: string, holder: Holder, ranges: readonly NumberRange[]): Promise<number> {
  const next = await lockNumbers(trx, shopId)
  const offered = joinRanges(ranges)
  // The newest ones: of earlier ones hardly a number is left.
  const leases = await findLeases(trx, shopId, holder).orderBy('first_number', 'desc').execute()
  const back: NumberRange[] = []
  for (const lease of leases) {
    const free = await withoutUsed(trx, shopId, partsWithin(offered, lease))
    if (free.length === 0) continue
    await dropLeases(trx, shopId, [lease.from])
    await addLeases(trx, shopId, free.reduce(withoutRange, [lease]), { ...holder, leased_at: lease.leased_at })
    await addLeases(trx, shopId, free, { ...nobody, leased_at: '' })
    back.push(...free)
  }
  await lowerNext(trx, shopId, next)
  return countNumbers(back)
}

/** What was given back at the end becomes the next number again. */
async function lowerNext(trx: Tx, shopId: string, next: number): Promise<void> {
  const returned = await findLeases(trx, shopId, nobody).orderBy('first_number', 'desc').execute()
  let first = next
  for (const { from, to } of returned) if (to === first - 1) first = from
  if (first === next) return
  await trx.deleteFrom('number_leases').where('shop_id', '=', shopId).where('device_id', '=', nobody.device_id).where('first_number', '>=', first).execute()
  await saveNext(trx, shopId, first)
}

/** Without the numbers that orders have or had. */
async function withoutUsed(trx: Tx, shopId: string, ranges: readonly NumberRange[]): Promise<NumberRange[]> {
  const [first, last] = [ranges[0]?.from, ranges.at(-1)?.to]
  if (first === undefined || last === undefined) return []
  const used = await Promise.all(
    (['orders', 'former_ticket_numbers'] as const).map((table) =>
      trx.selectFrom(table).select('number').where('shop_id', '=', shopId).where('number', '>=', first).where('number', '<=', last).execute(),
    ),
  )
  return used.flat().reduce<NumberRange[]>((free, { number }) => (number === null ? free : withoutRange(free, { from: number, to: number })), [...ranges])
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
