import { AppError } from '#schema/errors.ts'
import { findPasscode, findRow } from '../queries/rows/read-rows.ts'
import type { Services } from '../services.ts'
import type { WriteCaller } from '../store/caller.ts'
import { applyOps } from '../store/write.ts'

/** Returns the passcode of an order's device and logs the access. */
export async function showPasscode(services: Services, caller: WriteCaller, shopId: string, orderId: string): Promise<{ passcode: string | null }> {
  if (!(await findRow(services.reader, 'orders', shopId, orderId))) throw new AppError('NOT_FOUND')
  await applyOps(services, caller, shopId, [{ action: 'create', collection: 'passcode_views', id: services.newId(), values: { orderId } }])
  return { passcode: await findPasscode(services.reader, shopId, orderId) }
}
