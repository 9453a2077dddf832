import { oldestServedProtocol } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'

/**
 * Refuses a device whose protocol is not served any more; it then keeps everything and asks its person to update.
 * @throws AppError UPGRADE_REQUIRED
 */
export function refuseOldProtocol(protocol = 1): void {
  if (protocol < oldestServedProtocol) throw new AppError('UPGRADE_REQUIRED')
}
