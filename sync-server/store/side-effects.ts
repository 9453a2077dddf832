import { nextSeq, type WriteContext } from './context.ts'
import { defineStatement } from '../db/statement.ts'
import { tableOf } from './table.ts'

const longestText = 20_000

/** One entry of the audit log (AMB-113), with the time of the act (AMB-114). */
export async function writeActivity(context: WriteContext, text: string): Promise<void> {
  const seq = await nextSeq(context, 'activities')
  await tableOf('activities').insert(context.trx, {
    id: context.newId(),
    shop_id: context.shopId,
    created_at: context.actAt,
    updated_at: context.actAt,
    seq,
    user_id: context.caller.userId,
    audit_text: text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text,
  })
}

const insertHistory = defineStatement<never>((db, argument) =>
  db.insertInto('order_status_history').values({
    id: argument('id'),
    shop_id: argument('shopId'),
    order_id: argument('orderId'),
    order_status_id: argument('orderStatusId'),
    created_at: argument('createdAt'),
  }),
)

/** One row for the first status and one for each change (AMB-73); ids are v7, so equal times keep their order. */
export async function writeStatusHistory(context: WriteContext, orderId: string, orderStatusId: string): Promise<void> {
  await insertHistory(context.trx, { id: context.newId(), shopId: context.shopId, orderId, orderStatusId, createdAt: context.actAt })
}
