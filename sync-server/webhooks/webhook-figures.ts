import type { Webhook } from '#schema/api/programs/webhooks.ts'
import type { Db } from '../db/database.ts'
import { listWebhooks } from './list-webhooks.ts'
import { textToEvents } from './webhook-rows.ts'

/** Webhooks by state, of each shop that has any. */
export async function countWebhooks(reader: Db): Promise<{ shopId: string; countByState: Readonly<Record<Webhook['state'], number>> }[]> {
  const shops = await reader.selectFrom('webhooks').select('shop_id as shopId').distinct().orderBy('shop_id').execute()
  return Promise.all(
    shops.map(async ({ shopId }) => {
      const countByState = { idle: 0, waiting: 0, failing: 0, paused: 0 }
      for (const { state } of await listWebhooks(reader, shopId)) countByState[state] += 1
      return { shopId, countByState }
    }),
  )
}

/** For each shop with webhooks, when the oldest event stored that an unpaused one still waits for. */
export async function findOldestWaiting(reader: Db): Promise<{ shopId: string; oldestAt: string | null }[]> {
  const rows = await reader.selectFrom('webhooks').select(['shop_id', 'events', 'told_seq', 'paused_at']).orderBy('shop_id').execute()
  const oldest = new Map<string, string | null>()
  for (const { shop_id: shopId, events, told_seq: toldSeq, paused_at: pausedAt } of rows) {
    const before = oldest.get(shopId) ?? null
    const first =
      pausedAt === null
        ? await reader
            .selectFrom('webhook_events')
            .select('stored_at')
            .where('shop_id', '=', shopId)
            .where('seq', '>', toldSeq)
            .where('event', 'in', textToEvents(events))
            .orderBy('seq')
            .limit(1)
            .executeTakeFirst()
        : undefined
    oldest.set(shopId, [before, first?.stored_at ?? null].filter((at) => at !== null).toSorted()[0] ?? null)
  }
  return [...oldest].map(([shopId, oldestAt]) => ({ shopId, oldestAt }))
}
