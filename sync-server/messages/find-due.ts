import type { MessageChannel, MessageCause } from '#schema/values/messages/message-kinds.ts'
import type { Db } from '../db/database.ts'

/** A waiting message and the state of its tries. */
export type Due = {
  id: string
  shopId: string
  orderId: string
  customerId: string | null
  estimateId: string | null
  invoiceId: string | null
  channel: MessageChannel
  to: string
  subject: string | null
  text: string
  cause: MessageCause
  orderStatusId: string | null
  anyHour: number
  createdAt: string
  deleted: number
  tries: number
  firstTryAt: string | null
  claim: string | null
  claimedUntil: string | null
}

const atOnce = 20

/** Due messages of a channel, oldest first. A claimed message is due when its claim ends. */
export async function findDue(db: Db, channel: MessageChannel, now: Date): Promise<Due[]> {
  const at = now.toISOString()
  const rows = await db
    .selectFrom('messages as m')
    .leftJoin('message_jobs as j', 'j.message_id', 'm.id')
    .select([
      'm.id',
      'm.shop_id as shopId',
      'm.order_id as orderId',
      'm.customer_id as customerId',
      'm.estimate_id as estimateId',
      'm.invoice_id as invoiceId',
      'm.channel',
      'm.to',
      'm.subject',
      'm.text',
      'm.cause',
      'm.order_status_id as orderStatusId',
      'm.any_hour as anyHour',
      'm.created_at as createdAt',
      'm.deleted',
      'j.tries',
      'j.first_try_at as firstTryAt',
      'j.claim',
      'j.claimed_until as claimedUntil',
    ])
    .where('m.state', '=', 'waiting')
    .where('m.deleted', '=', 0)
    .where('m.channel', '=', channel)
    .where((where) =>
      where.or([
        where('j.due_at', 'is', null),
        where('j.due_at', '<=', at),
        // A message allowed at any hour may go immediately, but waits like others after a failed try.
        where.and([where('m.any_hour', '=', 1), where('j.tries', '=', 0)]),
      ]),
    )
    .where((where) => where.or([where('j.claimed_until', 'is', null), where('j.claimed_until', '<=', at)]))
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(atOnce)
    .execute()
  // The write path requires an address.
  return rows.map((row) => ({ ...row, channel, to: row.to ?? '', tries: row.tries ?? 0 }))
}
