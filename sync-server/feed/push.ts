import { pushMaxMutations, type KnownFeeds, type PushEnvelope, type PushResponse } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { inReadTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { readFeedPlaces, findSetBack } from '../store/sequence/feed-marks.ts'
import { countOps } from '../store/batch/read-ahead.ts'
import { applyMutations } from '../store/write.ts'

/**
 * Handles one push (SYNC.md, "Push"). Results, including refusals, are in request order. A device with positions of a
 * feed that was restored since gets no results: it must first resend, in order, what the feed lost.
 * @throws AppError PAYLOAD_TOO_LARGE for more than 500 mutations
 */
export async function pushMutations(services: Services, caller: Caller, { deviceId, deviceTime, mutations, known }: PushEnvelope): Promise<PushResponse> {
  const receivedAt = services.clock()
  if (mutations.length > pushMaxMutations) throw new AppError('PAYLOAD_TOO_LARGE')
  if (known === undefined) return { results: await take(), serverTime: services.clock().toISOString() }
  const own = ofOwnShops(known, caller)
  const setBack = await inReadTransaction(services.reader, (trx) => findSetBack(trx, own))
  if (Object.keys(setBack).length > 0) return { serverTime: services.clock().toISOString(), results: [], setBack }
  const results = await take()
  const reached = await inReadTransaction(services.reader, (trx) => readFeedPlaces(trx, [...caller.shopIds]))
  return { serverTime: services.clock().toISOString(), results, reached }

  async function take(): Promise<PushResponse['results']> {
    const clockOffsetMs = receivedAt.getTime() - Date.parse(deviceTime)
    const results = await applyMutations(services, { ...caller, origin: 'push' }, { deviceId, clockOffsetMs, receivedAt, mutations })
    services.metrics.countPush()
    return results
  }
}

const ofOwnShops = (known: KnownFeeds, { shopIds }: Caller): KnownFeeds => Object.fromEntries(Object.entries(known).filter(([shopId]) => shopIds.has(shopId)))

export const countPushOps = ({ mutations }: Pick<PushEnvelope, 'mutations'>): number => mutations.reduce<number>((ops, mutation) => ops + countOps(mutation), 0)
