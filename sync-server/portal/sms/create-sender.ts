import path from 'node:path'
import type { SmsConfig } from '../../config.ts'
import { createLogSender } from './log.ts'
import type { SmsSender } from './sms.ts'
import { createTwilioSender } from './twilio.ts'
import { createWebhookSender } from './webhook.ts'

export function createSmsSender(config: SmsConfig, dataDir: string): SmsSender {
  if (config.provider === 'log') return createLogSender(path.join(dataDir, 'sms.log'))
  return config.provider === 'twilio' ? createTwilioSender(config) : createWebhookSender(config)
}
