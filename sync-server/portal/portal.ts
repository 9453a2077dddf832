import { AppError } from '#schema/errors.ts'
import { portalTexts } from '#schema/rules/customers/portal.ts'
import { findShopConfig } from '../queries/shops.ts'
import type { Config, SmsConfig } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { Limiter } from '../session/limits/limiter.ts'
import { readOtpKey } from '../session/server-keys.ts'
import { createDispatch, type Dispatch } from './dispatch.ts'
import path from 'node:path'
import type { SmsSender } from './sms/sms.ts'
import { createTwilioSender } from './sms/twilio.ts'
import { createWebhookSender } from './sms/webhook.ts'
import { appendFile } from 'node:fs/promises'

/** Dependencies of the portal besides the services. Each process has its own message durations. */
export type Portal = {
  limiter: Limiter
  dispatch: Dispatch
  /** HMAC key of one-time codes, shared by all processes so that each accepts the others' codes. */
  readOtpKey: () => Promise<Buffer>
}

export function createPortal(services: Services, { sms, dataDir, serverSecret }: Config, limiter: Limiter): Portal {
  const { log, metrics } = services
  return {
    limiter,
    dispatch: createDispatch(createSmsSender(sms, dataDir), log, {
      onOutcome: (outcome) => metrics.countMessage('sms', outcome === 'sent' && sms.provider === 'log' ? 'written' : outcome),
      firstGuessMs: sms.provider === 'log' ? 1 : 400,
    }),
    readOtpKey: () => readOtpKey(services, serverSecret),
  }
}

/** @throws AppError NOT_FOUND for an unknown shop, FORBIDDEN with the documented text while its portal is off */
export async function assertPortalOpen(reader: Db, shopId: string): Promise<void> {
  const config = await findShopConfig(reader, shopId)
  if (!config) throw new AppError('NOT_FOUND')
  if (!config.customerPortal) throw new AppError('FORBIDDEN', portalTexts.notEnabled)
}

function createSmsSender(config: SmsConfig, dataDir: string): SmsSender {
  if (config.provider === 'log') return createLogSender(path.join(dataDir, 'sms.log'))
  return config.provider === 'twilio' ? createTwilioSender(config) : createWebhookSender(config)
}

/** For development and tests: appends one JSON object `{ at, to, text }` per line to a file that only the server's user can read. */
const createLogSender =
  (file: string): SmsSender =>
  ({ at, to, text }) =>
    appendFile(file, `${JSON.stringify({ at: at.toISOString(), to, text })}\n`, { mode: 0o600 })
