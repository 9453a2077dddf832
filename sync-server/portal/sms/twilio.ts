import type { SmsConfig } from '../../config.ts'
import { readRetryAfterMs, withRetries, type Tried } from './retry.ts'
import { SmsFailed, SmsRefused, type Sms, type SmsSender } from './sms.ts'

type TwilioConfig = Extract<SmsConfig, { provider: 'twilio' }>

/** Twilio's error codes for an unusable number: invalid, unroutable, no mobile, region, opted out, blocked. */
const refusedNumberCodes: ReadonlySet<number> = new Set([21211, 21214, 21217, 21265, 21408, 21610, 21612, 21614, 60410])

/**
 * Twilio's Programmable Messaging: `POST /2010-04-01/Accounts/{sid}/Messages.json`, form fields, basic auth; 201 with
 * the message, else `{ code, message, more_info, status }`. Only 429 is retried: no other failure guarantees that
 * nothing was sent.
 */
export function createTwilioSender({ apiUrl, accountSid, authToken, from }: TwilioConfig): SmsSender {
  const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender: [string, string] = from.startsWith('MG') ? ['MessagingServiceSid', from] : ['From', from]

  const tryOnce = async ({ to, text }: Sms, signal: AbortSignal): Promise<Tried> => {
    const body = new URLSearchParams([['To', to], sender, ['Body', text]])
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: authorization, Accept: 'application/json' },
      body,
      signal,
      redirect: 'error',
    })
    const answer = (await response.json().catch(() => ({}))) as { sid?: unknown; code?: unknown; error_code?: unknown; status?: unknown }
    // A page of something in between may be a 200 as well.
    const isMessage = typeof answer.sid === 'string' || typeof answer.status === 'string'
    if (response.ok && isMessage && answer.status !== 'failed' && answer.status !== 'undelivered') return { outcome: 'sent' }
    const code = Number(answer.code ?? answer.error_code ?? 0)
    if (refusedNumberCodes.has(code)) throw new SmsRefused(`Twilio refused the number (${code})`)
    const error = new SmsFailed(`Twilio answered ${response.status} (${code})`)
    if (response.status === 429) return { outcome: 'again', error, afterMs: readRetryAfterMs(response) }
    throw error
  }
  return (sms, signal) => withRetries(signal, () => tryOnce(sms, signal))
}
