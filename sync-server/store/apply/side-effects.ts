import { importMark } from '#schema/rules/text/activity-author.ts'
import { nextSeq, type WriteContext } from '../context.ts'
import { defineStatement } from '../../db/statement.ts'
import { tableOf } from '../table.ts'

const longestText = 20_000

const shorten = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

/** Delay up to which the time of arrival is not stored besides the time of the mutation. */
const arrivalMarginMs = 60_000

/** Rows that an entry leads to. */
export type About = { orderId: string | null; customerId: string | null }

const nothing: About = { orderId: null, customerId: null }

/** One entry of the audit log (AMB-113), with the time of the mutation (AMB-114), and of its arrival where that is another one. */
export async function writeActivity(context: WriteContext, text: string, { orderId, customerId }: About = nothing): Promise<void> {
  const seq = await nextSeq(context, 'activities')
  const { origin, userId } = context.caller
  // Marks an import from the server's console, which without a user would look like the portal's customers.
  const mark = origin === 'import' && userId === null ? importMark : ''
  await tableOf('activities').insert(context.trx, {
    id: context.newId(),
    shop_id: context.shopId,
    created_at: context.mutationAt,
    updated_at: context.mutationAt,
    seq,
    user_id: userId,
    audit_text: shorten(text, longestText - mark.length) + mark,
    arrived_at: Date.parse(context.receivedAt) - Date.parse(context.mutationAt) > arrivalMarginMs ? context.receivedAt : null,
    order_id: orderId,
    customer_id: customerId,
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
export async function writeStatusHistory(context: WriteContext, orderId: string, orderStatusId: string, at = context.mutationAt): Promise<void> {
  await insertHistory(context.trx, { id: context.newId(), shopId: context.shopId, orderId, orderStatusId, createdAt: at })
}

/** Time of the newest status in the order's history; the first entry counts only where there is no other. */
export async function readLastStatusTime({ trx }: WriteContext, orderId: string): Promise<string | undefined> {
  const rows = await trx
    .selectFrom('order_status_history')
    .select('created_at')
    .where('order_id', '=', orderId)
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  const times = rows.map((row) => row.created_at)
  return times.slice(1).toSorted().at(-1) ?? times[0]
}
