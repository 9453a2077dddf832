import path from 'node:path'
import type { SmsConfig } from '../../config.ts'
import type { SmsSender } from './sms.ts'
import { createTwilioSender } from './twilio.ts'
import { createWebhookSender } from './webhook.ts'
import { appendFile } from 'node:fs/promises'

export function createSmsSender(config: SmsConfig, dataDir: string): SmsSender {
  if (config.provider === 'log') return createLogSender(path.join(dataDir, 'sms.log'))
  return config.provider === 'twilio' ? createTwilioSender(config) : createWebhookSender(config)
}

/** For development and tests: appends one JSON object `{ at, to, text }` per line to a file that only the server's user can read. */
const createLogSender =
  (file: string): SmsSender =>
  ({ at, to, text }) =>
    appendFile(file, `${JSON.stringify({ at: at.toISOString(), to, text })}\n`, { mode: 0o600 })
