import type { SmsConfig } from '../../config.ts'
import { signedHeaders } from '../../signed-headers.ts'
import { readRetryAfterMs, withRetries, type Tried } from './retry.ts'
import { SmsFailed, type Sms, type SmsSender } from './sms.ts'

type WebhookConfig = Extract<SmsConfig, { provider: 'webhook' }>

/** Limit of a single try, so that there is time for more. */
const tryTimeoutMs = 4_000

/**
 * POSTs `{ id, at, to, text }` with `X-Mainspring-Timestamp` and `X-Mainspring-Signature: sha256=<hex>`. Any 2xx counts
 * as accepted. No response, 429 and 5xx are retried with the same `id`, by which the receiver recognizes repeats.
 */
export function createWebhookSender({ url, secret }: WebhookConfig): SmsSender {
  const tryOnce = async (body: string, at: Date, signal: AbortSignal): Promise<Tried> => {
    const headers = { 'Content-Type': 'application/json', ...signedHeaders(secret, at, body) }
    const response = await post(url, { headers, body, signal: AbortSignal.any([signal, AbortSignal.timeout(tryTimeoutMs)]) }, signal)
    if (response instanceof Error) return { outcome: 'again', error: response }
    await response.body?.cancel()
    if (response.ok) return { outcome: 'sent' }
    const error = new SmsFailed(`The webhook answered ${response.status}`)
    if (response.status === 429 || response.status >= 500) return { outcome: 'again', error, afterMs: readRetryAfterMs(response) }
    throw error
  }
  return ({ id, at, to, text }: Sms, signal) => {
    const body = JSON.stringify({ id, at: at.toISOString(), to, text })
    return withRetries(signal, () => tryOnce(body, at, signal))
  }
}

/** Returns the error of a try without response; throws when `overall` has aborted. */
async function post(url: string, request: RequestInit, overall: AbortSignal): Promise<Response | Error> {
  try {
    return await fetch(url, { ...request, method: 'POST', redirect: 'error' })
  } catch (error) {
    overall.throwIfAborted()
    return new SmsFailed(`The webhook did not answer (${error instanceof Error ? error.name : 'unknown'})`)
  }
}
