import type { TillDay } from '#schema/collections/work/till-days.ts'
import { type TillSums, toTillSums } from '#schema/rules/money/till.ts'
import { centsToAmount } from '#schema/values/money.ts'
import type { Db } from '../../db/database.ts'

/** What should be in the till, from its living payments, and by how much the counted amounts differ. */
export async function readTillSums(reader: Db, till: Pick<TillDay, 'id' | 'float' | 'moves' | 'counted'>): Promise<TillSums> {
  const payments = await reader
    .selectFrom('payments')
    .select(['payment_amount_cents as cents', 'kind', 'method'])
    .where('till_day_id', '=', till.id)
    .where('deleted', '=', 0)
    .execute()
  return toTillSums(
    till,
    payments.map(({ cents, kind, method }) => ({ paymentAmount: centsToAmount(cents), kind, method })),
  )
}
