import { readCount, toDocumentNumber, toSeries } from '#schema/rules/shop/number-format.ts'
import type { Tx } from '../../db/database.ts'

/** `missing`: numbers that were given after the backup that was restored meanwhile, told once. */
export type TakenNumber = { number: string; missing: { first: string; last: string }[] }

/**
 * Takes the next number of a series in the transaction of the row that gets it, so that nothing leaves a gap. The caller has locked the
 * shop. `day`: of the issue, by the shop's calendar.
 */
export async function takeDocumentNumber(trx: Tx, shopId: string, format: string, day: string): Promise<TakenNumber> {
  const series = toSeries(format, day)
  const known = await trx.selectFrom('invoice_numbers').select('next_number').where('shop_id', '=', shopId).where('series', '=', series).executeTakeFirst()
  let count = known?.next_number ?? (await findNextCount(trx, shopId, series))
  // Two formats may spell one number.
  while (await isTaken(trx, shopId, toDocumentNumber(format, day, count))) count += 1
  const next = count + 1
  if (known === undefined) await trx.insertInto('invoice_numbers').values({ shop_id: shopId, series, next_number: next }).execute()
  else await trx.updateTable('invoice_numbers').set({ next_number: next }).where('shop_id', '=', shopId).where('series', '=', series).execute()
  const gaps = await tellGaps(trx, shopId, series)
  const toNumber = (one: number): string => toDocumentNumber(format, day, one)
  return { number: toNumber(count), missing: gaps.map(({ first, last }) => ({ first: toNumber(first), last: toNumber(last) })) }
}

/** Whether the number was given before a restore and the database does not know by whom. */
export async function isMissingNumber(trx: Tx, shopId: string, number: string): Promise<boolean> {
  const gaps = await trx.selectFrom('invoice_gaps').selectAll().where('shop_id', '=', shopId).execute()
  const isWithin = gaps.some(({ series, first_number: first, last_number: last }) => {
    const count = readCount(series, number)
    return count !== undefined && first <= count && count <= last
  })
  return isWithin && !(await isTaken(trx, shopId, number))
}

/** Above all numbers that an import brought. */
async function findNextCount(trx: Tx, shopId: string, series: string): Promise<number> {
  const rows = await trx.selectFrom('invoices').select('number').where('shop_id', '=', shopId).where('number', 'is not', null).execute()
  return rows.reduce((next, { number }) => Math.max(next, (readCount(series, number ?? '') ?? 0) + 1), 1)
}

const isTaken = async (trx: Tx, shopId: string, number: string): Promise<boolean> =>
  (await trx.selectFrom('invoices').select('id').where('shop_id', '=', shopId).where('number', '=', number).executeTakeFirst()) !== undefined

async function tellGaps(trx: Tx, shopId: string, series: string): Promise<{ first: number; last: number }[]> {
  const untold = await trx
    .selectFrom('invoice_gaps')
    .select(['first_number as first', 'last_number as last'])
    .where('shop_id', '=', shopId)
    .where('series', '=', series)
    .where('told', '=', 0)
    .orderBy('first_number')
    .execute()
  if (untold.length > 0) await trx.updateTable('invoice_gaps').set({ told: 1 }).where('shop_id', '=', shopId).where('series', '=', series).execute()
  return untold
}
