import type { WebhookDelivery } from '#schema/api/programs/webhooks.ts'
import { AppError } from '#schema/errors.ts'
import { webhookTexts } from '#schema/rules/webhooks/webhook-url.ts'
import { findEnded, listDeliveries } from './list-webhooks.ts'
import { tellEvent, type WebhookTools } from './tell-webhook.ts'
import { findEvent, findWebhook, readRowsOf } from './webhook-rows.ts'

/**
 * Sends an event again at once, and returns the result. A waiting event keeps its position; its retry pause ends.
 * @throws AppError NOT_FOUND; CONFLICT for a waiting event of a paused webhook
 */
export async function repeatDelivery(tools: WebhookTools, shopId: string, webhookId: string, eventId: string): Promise<WebhookDelivery> {
  const { db, clock } = tools.services
  const webhook = await findWebhook(db, shopId, webhookId)
  if (webhook === undefined) throw new AppError('NOT_FOUND', webhookTexts.gone)
  const event = await findEvent(db, shopId, eventId)
  const before = event && (await findEnded(db, shopId, webhookId, eventId))
  if (event !== undefined && before === undefined && webhook.events.has(event.event) && event.seq > webhook.toldSeq) {
    if (webhook.isPaused) throw new AppError('CONFLICT', webhookTexts.paused)
    await db.updateTable('webhooks').set({ next_try_at: null }).where('shop_id', '=', shopId).where('id', '=', webhookId).execute()
    const page = await listDeliveries(db, { shopId, webhookId, before: event.seq + 1 })
    const waiting = page?.deliveries[0]
    if (waiting !== undefined) return waiting
  }
  if (event === undefined || before === undefined) throw new AppError('NOT_FOUND', webhookTexts.deliveryGone)
  const { isTaken, answer } = await tellEvent(tools, webhook, event, (await readRowsOf(db, shopId, [event])).get(event.rowId))
  const after = { state: isTaken ? 'delivered' : 'failed', tries: before.tries + 1, answer, ended_at: clock().toISOString() } as const
  await db.updateTable('webhook_deliveries').set(after).where('shop_id', '=', shopId).where('webhook_id', '=', webhookId).where('seq', '=', event.seq).execute()
  return { ...before, state: after.state, tries: after.tries, answer, endedAt: after.ended_at }
}
