import type { ToldRow } from '../queries/rows/told-rows.ts'
import type { Services } from '../services.ts'
import { signedHeaders } from '../signed-headers.ts'
import type { Posted, Poster } from './outgoing/post-outside.ts'
import { openSecret } from './sealed-secret.ts'
import type { StoredEvent, StoredWebhook } from './webhook-rows.ts'

export const sealedText = 'The secret cannot be read: SERVER_SECRET is another one than before. Delete the webhook and add it again.'

/** The HTTP client, and the key of the secrets. */
export type WebhookTools = { services: Services; poster: Poster; readKey: () => Promise<Buffer> }

type Receiver = Pick<StoredWebhook, 'url' | 'secret'>

/** Sends an event once, with the current row; `status` is from the time of the event. */
export function tellEvent(tools: WebhookTools, webhook: Receiver, event: StoredEvent, row: ToldRow | undefined): Promise<Posted> {
  const { id, shopId, seq, at, detail } = event
  return send(tools, webhook, event.event, { id, shopId, seq, event: event.event, at, row: row ?? { id: event.rowId, _deleted: true }, status: detail })
}

/** Sends a test event without data. */
export function tellTest(tools: WebhookTools, webhook: Receiver & { shopId: string }): Promise<Posted> {
  const { clock, newId } = tools.services
  return send(tools, webhook, 'test', { id: newId(), shopId: webhook.shopId, seq: 0, event: 'test', at: clock().toISOString(), row: null })
}

async function send(tools: WebhookTools, { url, secret: sealed }: Receiver, event: string, content: object): Promise<Posted> {
  const { services, poster } = tools
  const secret = openSecret(await tools.readKey(), sealed)
  if (secret === undefined) return { isTaken: false, answer: sealedText }
  const body = JSON.stringify(content)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Mainspring',
    'X-Mainspring-Event': event,
    ...signedHeaders(secret, services.clock(), body),
  }
  const posted = await poster.post({ url, headers, body })
  services.metrics.countMessage('webhook', posted.isTaken ? 'sent' : 'failed')
  return posted
}
