import { randomBytes } from 'node:crypto'
import { AppError } from '#schema/errors.ts'
import { portalTexts } from '#schema/rules/customers/portal.ts'
import { findShopConfig } from '../queries/shops.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'
import { createDispatch, type Dispatch } from './dispatch.ts'
import { createPortalLimits, type PortalLimits } from './limits.ts'
import { createSmsSender } from './sms/create-sender.ts'

/** State of the portal, kept while the server runs. */
export type Portal = {
  limits: PortalLimits
  dispatch: Dispatch
  /** Key of the hashes of one-time codes: never stored, so no copy of the database can be searched for its million codes. */
  otpKey: Buffer
}

export function createPortal({ clock, log, metrics }: Services, { sms, dataDir }: Config): Portal {
  return {
    limits: createPortalLimits(clock),
    dispatch: createDispatch(createSmsSender(sms, dataDir), log, {
      onOutcome: (outcome) => metrics.countMessage('sms', outcome),
      firstGuessMs: sms.provider === 'log' ? 1 : 400,
    }),
    otpKey: randomBytes(32),
  }
}

/** @throws AppError NOT_FOUND for an unknown shop, FORBIDDEN with the documented text (PUB-03) while its portal is off */
export async function assertPortalOpen(reader: Db, shopId: string): Promise<void> {
  const config = await findShopConfig(reader, shopId)
  if (!config) throw new AppError('NOT_FOUND')
  if (!config.customerPortal) throw new AppError('FORBIDDEN', portalTexts.notEnabled)
}
