import { oldestServedProtocol } from '#schema/api/sync.ts'
import { AppError, type ErrorBody } from '#schema/errors.ts'

/**
 * Refuses a device whose protocol is not served any more; it then keeps everything and asks its person to update.
 * @returns an answer of a server in trouble for devices that name no protocol (older than this refusal): they would count a refusal
 * against the changes that they send
 * @throws AppError UPGRADE_REQUIRED
 */
export function refuseOldProtocol(protocol: number | undefined, oldest = oldestServedProtocol): Response | undefined {
  if ((protocol ?? 1) >= oldest) return undefined
  const error = new AppError('UPGRADE_REQUIRED')
  if (protocol !== undefined) throw error
  return Response.json({ code: 'UNAVAILABLE', message: error.message } satisfies ErrorBody, { status: error.status })
}
