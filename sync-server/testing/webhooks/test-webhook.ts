import { v7 } from 'uuid'
import type { Services } from '../../services.ts'

/** A webhook with a completed delivery. No key opens its secret, so nothing is sent. */
export async function addTestWebhook({ db, clock }: Pick<Services, 'db' | 'clock'>, shopId: string): Promise<{ id: string; deliveryId: string }> {
  const at = clock().toISOString()
  const [id, deliveryId, rowId] = [v7(), v7(), v7()]
  const { seq } = await db
    .updateTable('shop_feed')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('shop_id', '=', shopId)
    .returning('seq')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('webhook_events')
    .values({ shop_id: shopId, seq, id: deliveryId, event: 'order.created', collection: 'orders', row_id: rowId, detail: null, at, stored_at: at })
    .execute()
  await db
    .insertInto('webhooks')
    .values({ id, shop_id: shopId, url: 'https://hooks.invalid/in', events: 'order.created', secret: '', created_at: at, told_seq: seq })
    .execute()
  await db.insertInto('webhook_deliveries').values({ webhook_id: id, seq, shop_id: shopId, state: 'failed', tries: 3, answer: '500', ended_at: at }).execute()
  return { id, deliveryId }
}
