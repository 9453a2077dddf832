import { isIP } from 'node:net'
import type { Webhook, WebhookChanges, WebhookCreated, WebhookTest, WebhookValues } from '#schema/api/programs/webhooks.ts'
import { AppError } from '#schema/errors.ts'
import { webhooksMax, webhookTexts } from '#schema/rules/webhooks/webhook-url.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import type { Tx } from '../db/database.ts'
import { applyTogether } from '../store/write.ts'
import { readWebhook } from './list-webhooks.ts'
import { isInside } from './outgoing/inside-address.ts'
import { insideText } from './outgoing/post-outside.ts'
import { createSecret, sealSecret } from './sealed-secret.ts'
import { tellTest, type WebhookTools } from './tell-webhook.ts'
import { findWebhook, textToEvents } from './webhook-rows.ts'

/** @throws AppError NOT_FOUND */
const assertThere = <Row>(row: Row | undefined, message: string = webhookTexts.gone): Row => {
  if (row === undefined) throw new AppError('NOT_FOUND', message)
  return row
}

/** Refuses literal internal addresses at once; host names are resolved when sending. */
function assertOutside({ poster }: WebhookTools, url: string): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const saysInside = host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isInside(host))
  if (saysInside && !poster.isInsideAllowed) throw new AppError('VALIDATION', insideText, { issues: [{ path: 'url', message: insideText }] })
}

/** Activities only show the host, because the rest of the address may be a secret. */
const toHost = (url: string): string => new URL(url).host

/** Stored in the feed's row, which every write reads anyway. */
async function saveToldEvents(trx: Tx, shopId: string): Promise<void> {
  const rows = await trx.selectFrom('webhooks').select('events').where('shop_id', '=', shopId).execute()
  const told = [...new Set(rows.flatMap(({ events }) => textToEvents(events)))]
  await trx
    .updateTable('shop_feed')
    .set({ told_events: told.join(',') })
    .where('shop_id', '=', shopId)
    .execute()
}

/** Adds a webhook for events from now on. */
export async function addWebhook(tools: WebhookTools, userId: string | null, shopId: string, { url, events }: WebhookValues): Promise<WebhookCreated> {
  assertOutside(tools, url)
  const { services, readKey } = tools
  const secret = createSecret()
  const sealed = sealSecret(await readKey(), secret)
  const id = services.newId()
  await applyTogether(
    services,
    userId,
    async ({ trx, at, note }) => {
      const { count } = await trx
        .selectFrom('webhooks')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('shop_id', '=', shopId)
        .executeTakeFirstOrThrow()
      if (count >= webhooksMax) throw new AppError('CONFLICT', webhookTexts.tooMany)
      const feed = await trx.selectFrom('shop_feed').select('seq').where('shop_id', '=', shopId).executeTakeFirstOrThrow()
      await trx.insertInto('webhooks').values({ id, shop_id: shopId, url, events: events.join(), secret: sealed, created_at: at, told_seq: feed.seq }).execute()
      await saveToldEvents(trx, shopId)
      await note(shopId, tell('webhookAdded', { host: toHost(url) }))
    },
    { shopIds: [shopId] },
  )
  return { ...assertThere(await readWebhook(services.db, shopId, id)), secret }
}

/**
 * Changes address or events, pauses or resumes. A new address or a resumed webhook is tried at once. Waiting events are
 * sent if they are still selected.
 */
export async function changeWebhook(tools: WebhookTools, userId: string | null, shopId: string, id: string, values: WebhookChanges): Promise<Webhook> {
  if (values.url !== undefined) assertOutside(tools, values.url)
  const { services } = tools
  await applyTogether(
    services,
    userId,
    async ({ trx, at, note }) => {
      const before = assertThere(await findWebhook(trx, shopId, id))
      const { url = before.url, events = [...before.events], paused = before.isPaused } = values
      const isElsewhere = url !== before.url
      const isChanged = isElsewhere || events.join() !== [...before.events].join()
      const isTurned = paused !== before.isPaused
      if (!isChanged && !isTurned) return
      // Earlier failures do not count any more: the three days start again.
      const anew = (isElsewhere || (isTurned && !paused)) && { tries: 0, next_try_at: null, failing_since: null }
      await trx
        .updateTable('webhooks')
        .set({ url, events: events.join(), ...(isTurned && { paused_at: paused ? at : null }), ...anew })
        .where('shop_id', '=', shopId)
        .where('id', '=', id)
        .execute()
      await saveToldEvents(trx, shopId)
      if (isChanged) await note(shopId, tell('webhookChanged', { host: toHost(before.url) }))
      if (isTurned) await note(shopId, tell(paused ? 'webhookPaused' : 'webhookResumed', { host: toHost(url) }))
    },
    { shopIds: [shopId] },
  )
  return assertThere(await readWebhook(services.db, shopId, id))
}

export async function removeWebhook({ services }: WebhookTools, userId: string | null, shopId: string, id: string): Promise<void> {
  await applyTogether(
    services,
    userId,
    async ({ trx, note }) => {
      const { url } = assertThere(await findWebhook(trx, shopId, id))
      await trx.deleteFrom('webhook_deliveries').where('shop_id', '=', shopId).where('webhook_id', '=', id).execute()
      await trx.deleteFrom('webhooks').where('shop_id', '=', shopId).where('id', '=', id).execute()
      await saveToldEvents(trx, shopId)
      await note(shopId, tell('webhookDeleted', { host: toHost(url) }))
    },
    { shopIds: [shopId] },
  )
}

export async function testWebhook(tools: WebhookTools, shopId: string, id: string): Promise<WebhookTest> {
  return tellTest(tools, assertThere(await findWebhook(tools.services.reader, shopId, id)))
}
