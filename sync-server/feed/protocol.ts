import { oldestServedProtocol } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'

/**
 * Refuses a device whose protocol is not served any more; it then keeps everything and asks its person to update.
 * @returns for devices that say no protocol, of before there was this answer, one that they take for no connection: they would hold a
 * refusal of ours against what they have to send
 * @throws AppError UPGRADE_REQUIRED
 */
export function refuseOldProtocol(protocol: number | undefined, oldest = oldestServedProtocol): Response | undefined {
  if ((protocol ?? 1) >= oldest) return undefined
  const error = new AppError('UPGRADE_REQUIRED')
  if (protocol !== undefined) throw error
  return new Response(`${error.message}\n`, { status: error.status, headers: { 'Content-Type': 'text/plain; charset=UTF-8' } })
}
