import { oldestServedProtocol } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'

/**
 * Refuses devices with an unsupported protocol; they keep their data and ask the user to update.
 * @throws AppError UPGRADE_REQUIRED
 */
export function refuseOldProtocol(protocol = 1): void {
  if (protocol < oldestServedProtocol) throw new AppError('UPGRADE_REQUIRED')
}
