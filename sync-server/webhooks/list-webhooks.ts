import { deliveriesPageSize, type DeliveriesPage, type Webhook, type WebhookDelivery } from '#schema/api/programs/webhooks.ts'
import { isWebhookEvent, type WebhookEvent } from '#schema/rules/webhooks/webhook-events.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Db } from '../db/database.ts'
import { textToEvents } from './webhook-rows.ts'

/** Oldest first. */
export async function listWebhooks(reader: Db, shopId: string): Promise<Webhook[]> {
  const rows = await reader.selectFrom('webhooks').selectAll().where('shop_id', '=', shopId).orderBy('created_at').orderBy('id').execute()
  const webhooks: Webhook[] = []
  for (const row of rows) {
    const events = textToEvents(row.events)
    const { waiting } = await reader
      .selectFrom('webhook_events')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('shop_id', '=', shopId)
      .where('seq', '>', row.told_seq)
      .where('event', 'in', events)
      .executeTakeFirstOrThrow()
    webhooks.push({
      id: row.id,
      url: row.url,
      events,
      createdAt: row.created_at,
      state: toState(row, waiting),
      waiting,
      failingSince: row.failing_since,
      pausedAt: row.paused_at,
      nextTryAt: row.next_try_at,
      lastSentAt: row.last_sent_at,
      answer: row.answer,
    })
  }
  return webhooks
}

function toState(
  { paused_at: pausedAt, failing_since: failingSince }: { paused_at: string | null; failing_since: string | null },
  waiting: number,
): Webhook['state'] {
  if (pausedAt !== null) return 'paused'
  if (failingSince !== null) return 'failing'
  return waiting > 0 ? 'waiting' : 'idle'
}

export const readWebhook = async (reader: Db, shopId: string, id: string): Promise<Webhook | undefined> =>
  (await listWebhooks(reader, shopId)).find((webhook) => webhook.id === id)

type Place = { shopId: string; webhookId: string; before: number }

/** Sent and waiting deliveries, newest first. Undefined for an unknown webhook. */
export async function listDeliveries(
  reader: Db,
  { shopId, webhookId, before = Number.MAX_SAFE_INTEGER }: Omit<Place, 'before'> & { before?: number | undefined },
): Promise<DeliveriesPage | undefined> {
  const webhook = await readWebhookState(reader, shopId, webhookId)
  if (webhook === undefined) return undefined
  const place = { shopId, webhookId, before }
  const limit = deliveriesPageSize + 1
  const waiting = await readWaiting(reader, webhook, place, limit)
  const ended = waiting.length < limit ? await readEnded(reader, place, limit - waiting.length) : []
  const all = [...waiting, ...ended]
  const deliveries = all.slice(0, deliveriesPageSize)
  return { deliveries, next: all.length > deliveriesPageSize ? (deliveries.at(-1)?.seq ?? null) : null }
}

type State = { toldSeq: number; events: readonly WebhookEvent[]; tries: number; answer: string | null }

async function readWebhookState(reader: Db, shopId: string, id: string): Promise<State | undefined> {
  const row = await reader
    .selectFrom('webhooks')
    .select(['told_seq', 'events', 'tries', 'answer'])
    .where('id', '=', id)
    .where('shop_id', '=', shopId)
    .executeTakeFirst()
  return row && { toldSeq: row.told_seq, events: textToEvents(row.events), tries: row.tries, answer: row.answer }
}

const eventFields = ['e.id', 'e.seq', 'e.event', 'e.collection', 'e.row_id', 'e.at'] as const

async function readWaiting(reader: Db, { toldSeq, events, tries, answer }: State, { shopId, before }: Place, limit: number): Promise<WebhookDelivery[]> {
  const ofWebhook = reader.selectFrom('webhook_events as e').where('e.shop_id', '=', shopId).where('e.seq', '>', toldSeq).where('e.event', 'in', events)
  const rows = await ofWebhook.select(eventFields).where('e.seq', '<', before).orderBy('e.seq', 'desc').limit(limit).execute()
  if (rows.length === 0) return []
  const first = await ofWebhook.select((eb) => eb.fn.min('e.seq').as('seq')).executeTakeFirstOrThrow()
  return rows.map((row): WebhookDelivery => {
    // Only the next event has been tried.
    const isNext = row.seq === first.seq && tries > 0
    return { ...toShown(row), state: 'waiting', tries: isNext ? tries : 0, answer: isNext ? answer : null, endedAt: null }
  })
}

async function readEnded(reader: Db, { shopId, webhookId, before }: Place, limit: number): Promise<WebhookDelivery[]> {
  const rows = await endedOf(reader, shopId, webhookId).where('d.seq', '<', before).orderBy('d.seq', 'desc').limit(limit).execute()
  return rows.map(toEnded)
}

const endedOf = (reader: Db, shopId: string, webhookId: string) =>
  reader
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', (join) => join.onRef('e.shop_id', '=', 'd.shop_id').onRef('e.seq', '=', 'd.seq'))
    .select([...eventFields, 'd.state', 'd.tries', 'd.answer', 'd.ended_at'])
    .where('d.shop_id', '=', shopId)
    .where('d.webhook_id', '=', webhookId)

/** The completed delivery of an event; undefined while it waits. */
export async function findEnded(reader: Db, shopId: string, webhookId: string, eventId: string): Promise<WebhookDelivery | undefined> {
  const row = await endedOf(reader, shopId, webhookId).where('e.id', '=', eventId).executeTakeFirst()
  return row && toEnded(row)
}

type ShownRow = { id: string; seq: number; event: string; collection: CollectionName; row_id: string; at: string }

const toShown = ({ id, seq, event, collection, row_id: rowId, at }: ShownRow) => {
  if (!isWebhookEvent(event)) throw new TypeError(`There is no event ${event}`)
  return { id, seq, event, collection, rowId, at }
}

const toEnded = (row: ShownRow & { state: 'delivered' | 'failed'; tries: number; answer: string; ended_at: string }): WebhookDelivery => ({
  ...toShown(row),
  state: row.state,
  tries: row.tries,
  answer: row.answer,
  endedAt: row.ended_at,
})
