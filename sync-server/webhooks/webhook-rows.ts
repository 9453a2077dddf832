import type { CollectionName } from '#schema/collections/index.ts'
import { isWebhookEvent, type WebhookEvent } from '#schema/rules/webhooks/webhook-events.ts'
import type { Db, Tx } from '../db/database.ts'
import { readToldRows, type ToldRow } from '../queries/rows/told-rows.ts'
import { tableOf } from '../store/table.ts'

export type StoredWebhook = {
  id: string
  shopId: string
  url: string
  events: ReadonlySet<WebhookEvent>
  secret: string
  toldSeq: number
  tries: number
  failingSince: string | null
  isPaused: boolean
}

export type StoredEvent = {
  id: string
  shopId: string
  seq: number
  event: WebhookEvent
  collection: CollectionName
  rowId: string
  detail: { from: string; to: string } | undefined
  at: string
  storedAt: string
}

export const textToEvents = (text: string): WebhookEvent[] => text.split(',').filter(isWebhookEvent)

const webhookColumns = ['id', 'shop_id', 'url', 'events', 'secret', 'told_seq', 'tries', 'failing_since', 'paused_at'] as const

type WebhookRow = {
  id: string
  shop_id: string
  url: string
  events: string
  secret: string
  told_seq: number
  tries: number
  failing_since: string | null
  paused_at: string | null
}

const toWebhook = (row: WebhookRow): StoredWebhook => ({
  id: row.id,
  shopId: row.shop_id,
  url: row.url,
  events: new Set(textToEvents(row.events)),
  secret: row.secret,
  toldSeq: row.told_seq,
  tries: row.tries,
  failingSince: row.failing_since,
  isPaused: row.paused_at !== null,
})

/** Unpaused webhooks with waiting events and no retry pause, least recently sent first. */
export async function listDue(reader: Db, now: string): Promise<StoredWebhook[]> {
  const rows = await reader
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('paused_at', 'is', null)
    .where((where) => where.or([where('next_try_at', 'is', null), where('next_try_at', '<=', now)]))
    .where((where) =>
      where.exists(
        where
          .selectFrom('webhook_events')
          .select('webhook_events.id')
          .whereRef('webhook_events.shop_id', '=', 'webhooks.shop_id')
          .whereRef('webhook_events.seq', '>', 'webhooks.told_seq'),
      ),
    )
    .orderBy((eb) => eb.fn.coalesce('last_sent_at', eb.val('')))
    .orderBy('id')
    .execute()
  return rows.map(toWebhook)
}

export async function findWebhook(reader: Db, shopId: string, id: string): Promise<StoredWebhook | undefined> {
  const row = await reader.selectFrom('webhooks').select(webhookColumns).where('id', '=', id).where('shop_id', '=', shopId).executeTakeFirst()
  return row && toWebhook(row)
}

const eventColumns = ['id', 'shop_id', 'seq', 'event', 'collection', 'row_id', 'detail', 'at', 'stored_at'] as const

type EventRow = {
  id: string
  shop_id: string
  seq: number
  event: string
  collection: CollectionName
  row_id: string
  detail: string | null
  at: string
  stored_at: string
}

/** Safe: the write path stores only declared event names. */
const toEvent = (row: EventRow): StoredEvent => ({
  id: row.id,
  shopId: row.shop_id,
  seq: row.seq,
  event: row.event as WebhookEvent,
  collection: row.collection,
  rowId: row.row_id,
  detail: row.detail === null ? undefined : (JSON.parse(row.detail) as { from: string; to: string }),
  at: row.at,
  storedAt: row.stored_at,
})

/** Events after a seq of the shop's feed, in order. */
export async function readEvents(reader: Db, shopId: string, after: number, limit: number): Promise<StoredEvent[]> {
  const rows = await reader
    .selectFrom('webhook_events')
    .select(eventColumns)
    .where('shop_id', '=', shopId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

export async function findEvent(reader: Db, shopId: string, id: string): Promise<StoredEvent | undefined> {
  const row = await reader.selectFrom('webhook_events').select(eventColumns).where('shop_id', '=', shopId).where('id', '=', id).executeTakeFirst()
  return row && toEvent(row)
}

export async function readRowsOf(reader: Db, shopId: string, events: readonly StoredEvent[]): Promise<Map<string, ToldRow>> {
  const rowById = new Map<string, ToldRow>()
  for (const [collection, ofIt] of Map.groupBy(events, (event) => event.collection)) {
    const table = tableOf(collection)
    const rows = await table.findRows(
      reader,
      ofIt.map(({ rowId }) => rowId),
    )
    // Skips rows of other shops.
    const own = rows.filter((row) => row.shopId === shopId)
    for (const [id, row] of await readToldRows(reader, shopId, table, own)) rowById.set(id, row)
  }
  return rowById
}

export type EndedDelivery = { seq: number; state: 'delivered' | 'failed'; tries: number; answer: string; endedAt: string }

export type Progress = {
  toldSeq: number
  tries: number
  nextTryAt: string | null
  failingSince: string | null
  /** Undefined where nothing was sent. */
  answer: string | undefined
  sentAt: string | undefined
}

/**
 * Saves a step, and returns whether the webhook was paused meanwhile. Undefined if it was deleted or moved on: then the
 * caller must roll back.
 */
export async function saveProgress(
  trx: Tx,
  webhook: StoredWebhook,
  ended: readonly EndedDelivery[],
  progress: Progress,
): Promise<{ isPaused: boolean } | undefined> {
  const kept = await trx
    .updateTable('webhooks')
    .set({
      told_seq: progress.toldSeq,
      tries: progress.tries,
      next_try_at: progress.nextTryAt,
      failing_since: progress.failingSince,
      ...(progress.answer !== undefined && { answer: progress.answer }),
      ...(progress.sentAt !== undefined && { last_sent_at: progress.sentAt }),
    })
    .where('id', '=', webhook.id)
    .where('shop_id', '=', webhook.shopId)
    .where('told_seq', '=', webhook.toldSeq)
    .returning('paused_at')
    .executeTakeFirst()
  if (kept === undefined) return undefined
  if (ended.length > 0)
    await trx
      .insertInto('webhook_deliveries')
      .values(
        ended.map(({ seq, state, tries, answer, endedAt }) => ({
          webhook_id: webhook.id,
          seq,
          shop_id: webhook.shopId,
          state,
          tries,
          answer,
          ended_at: endedAt,
        })),
      )
      .execute()
  return { isPaused: kept.paused_at !== null }
}

/** Deletes deliveries stored before `before`, and events that every unpaused webhook of the shop has passed. @returns how many */
export async function forgetOldEvents(trx: Tx, before: string, limit = 1_000): Promise<number> {
  const deliveries = await trx.selectFrom('webhook_deliveries').select(['shop_id', 'webhook_id', 'seq']).where('ended_at', '<', before).limit(limit).execute()
  for (const { shop_id: shopId, webhook_id: id, seq } of deliveries)
    await trx.deleteFrom('webhook_deliveries').where('shop_id', '=', shopId).where('webhook_id', '=', id).where('seq', '=', seq).execute()
  const events = await trx
    .selectFrom('webhook_events as e')
    .select(['e.shop_id', 'e.seq'])
    .where('e.stored_at', '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('webhooks as w')
            .select('w.id')
            .whereRef('w.shop_id', '=', 'e.shop_id')
            .whereRef('w.told_seq', '<', 'e.seq')
            .where('w.paused_at', 'is', null),
        ),
      ),
    )
    .limit(limit)
    .execute()
  for (const { shop_id: shopId, seq } of events) await trx.deleteFrom('webhook_events').where('shop_id', '=', shopId).where('seq', '=', seq).execute()
  return deliveries.length + events.length
}
