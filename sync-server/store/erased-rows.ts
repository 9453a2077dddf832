import type { Tx } from '../db/database.ts'
import type { RowAddress } from './context.ts'

/** Whether one of the rows is an erased customer or an order of theirs: what is refused about them is not kept. */
export async function namesErased(trx: Tx, rows: readonly RowAddress[]): Promise<boolean> {
  const idsOf = (name: RowAddress['collection']): string[] => rows.filter(({ collection }) => collection === name).map(({ id }) => id)
  const found = await trx
    .selectFrom('customers')
    .select('id')
    .where('erased_at', 'is not', null)
    .where((where) =>
      where.or([where('id', 'in', idsOf('customers')), where('id', 'in', where.selectFrom('orders').select('customer_id').where('id', 'in', idsOf('orders')))]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
