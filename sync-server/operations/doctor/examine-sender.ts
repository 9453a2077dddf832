import type { SmsConfig } from '../../config.ts'
import { toReason, type Finding } from './finding.ts'

/** `toldAt`: the carrier's clock, if it answered. */
export type SenderFinding = { finding: Finding; toldAt?: Date | undefined }

const limitMs = 10_000
const about = 'Text messages'

/** Checks connection and credentials of the SMS carrier; sends no message. */
export async function examineSender(sms: SmsConfig): Promise<SenderFinding> {
  if (sms.provider === 'log')
    return {
      finding: {
        state: 'warn',
        about,
        text: 'SMS_PROVIDER is log: codes of the portal go into sms.log only. Set up twilio or webhook before customers use it.',
      },
    }
  try {
    const response = await ask(sms)
    const toldAt = readDate(response)
    if (sms.provider === 'webhook') return { finding: { state: 'ok', about, text: `${new URL(sms.url).host} can be reached` }, toldAt }
    if (response.ok) return { finding: { state: 'ok', about, text: 'Twilio can be reached and knows the account' }, toldAt }
    const reason = [401, 403, 404].includes(response.status)
      ? 'Twilio does not know this account with this token. Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.'
      : `Twilio answered ${response.status}. Try again later, or look at its status page.`
    return { finding: { state: 'fail', about, text: reason }, toldAt }
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    return { finding: { state: 'fail', about, text: `the sender cannot be reached (${toReason(cause)}). Check the network, and the address of the sender.` } }
  }
}

function ask(sms: Exclude<SmsConfig, { provider: 'log' }>): Promise<Response> {
  const options: RequestInit = { redirect: 'manual', signal: AbortSignal.timeout(limitMs) }
  if (sms.provider === 'webhook') return fetch(sms.url, { ...options, method: 'HEAD' })
  const credentials = Buffer.from(`${sms.accountSid}:${sms.authToken}`).toString('base64')
  const url = `${sms.apiUrl}/2010-04-01/Accounts/${encodeURIComponent(sms.accountSid)}.json`
  return fetch(url, { ...options, headers: { Authorization: `Basic ${credentials}` } })
}

function readDate(response: Response): Date | undefined {
  const at = new Date(response.headers.get('Date') ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at
}
