import { pushMaxMutations, pushRequestSchema, type PushResponse } from '#schema/api/sync.ts'
import { parseInput } from '#schema/api/parse.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access.ts'
import type { Services } from '../services.ts'
import { applyMutations } from '../store/write.ts'

/**
 * Takes one push (design section 5). Only a broken envelope fails as a whole; results come in request order.
 * @throws AppError VALIDATION, PAYLOAD_TOO_LARGE for more than 500 mutations
 */
export async function pushMutations(services: Services, caller: Caller, body: unknown): Promise<PushResponse> {
  const receivedAt = services.clock()
  const { deviceId, deviceTime, mutations } = parseInput(pushRequestSchema, body)
  if (mutations.length > pushMaxMutations) throw new AppError('PAYLOAD_TOO_LARGE')
  const clockOffsetMs = receivedAt.getTime() - Date.parse(deviceTime)
  const results = await applyMutations(services, { ...caller, origin: 'push' }, { deviceId, clockOffsetMs, receivedAt, mutations })
  return { serverTime: services.clock().toISOString(), results }
}
