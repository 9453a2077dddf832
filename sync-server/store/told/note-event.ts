import type { CollectionName } from '#schema/collections/index.ts'
import { findWebhookEvent, type RowChange } from '#schema/rules/webhooks/webhook-events.ts'
import { defineInsert } from '../../db/rows-statement.ts'
import type { RowsTarget } from '../batch/write-queue.ts'
import type { WriteContext } from '../context.ts'

const columns = ['shop_id', 'seq', 'id', 'event', 'collection', 'row_id', 'detail', 'at', 'stored_at'] as const

const events: RowsTarget = { statement: defineInsert('webhook_events', columns) }

/**
 * Stores an event for the shop's webhooks in the write's own transaction, so that a crash loses none. Skips events that
 * no webhook wants, according to the feed row locked by the write.
 */
export function noteEvent(context: WriteContext, collection: CollectionName, rowId: string, seq: number, change: RowChange): void {
  const { shopId, seqs, memory, newId, mutationAt, receivedAt } = context
  const told = seqs.toldEvents(shopId)
  if (told.size === 0) return
  const happened = findWebhookEvent(collection, change)
  if (happened === undefined || !told.has(happened.event)) return
  const { event, detail } = happened
  memory.add(events, {
    shop_id: shopId,
    seq,
    id: newId(),
    event,
    collection,
    row_id: rowId,
    detail: detail === undefined ? null : JSON.stringify(detail),
    at: mutationAt,
    stored_at: receivedAt,
  })
}
