import type { Webhook } from '#schema/api/programs/webhooks.ts'
import type { Db } from '../db/database.ts'
import { listWebhooks } from './list-webhooks.ts'
import { textToEvents } from './webhook-rows.ts'

export type WebhookFigures = {
  shopId: string
  countByState: Readonly<Record<Webhook['state'], number>>
  /** When the oldest event was stored that a webhook, which is not paused, waits for. */
  oldestAt: string | null
}

/** How the webhooks of each shop that has some fare. */
export async function listWebhookFigures(reader: Db): Promise<WebhookFigures[]> {
  const rows = await reader.selectFrom('webhooks').select(['shop_id', 'events', 'told_seq', 'paused_at']).orderBy('shop_id').execute()
  const figures: WebhookFigures[] = []
  for (const [shopId, ofShop] of Map.groupBy(rows, (row) => row.shop_id)) {
    const countByState = { idle: 0, waiting: 0, failing: 0, paused: 0 }
    for (const { state } of await listWebhooks(reader, shopId)) countByState[state] += 1
    let oldestAt: string | null = null
    for (const { events, told_seq: toldSeq } of ofShop.filter(({ paused_at: pausedAt }) => pausedAt === null)) {
      const first = await reader
        .selectFrom('webhook_events')
        .select('stored_at')
        .where('shop_id', '=', shopId)
        .where('seq', '>', toldSeq)
        .where('event', 'in', textToEvents(events))
        .orderBy('seq')
        .limit(1)
        .executeTakeFirst()
      if (first !== undefined && (oldestAt === null || first.stored_at < oldestAt)) oldestAt = first.stored_at
    }
    figures.push({ shopId, countByState, oldestAt })
  }
  return figures
}
