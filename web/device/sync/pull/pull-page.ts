import type { Checkpoint, PullResponse } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { OfflineError } from '../../platform/server-port.ts'
import type { AdaptiveBatch } from '../adaptive-batch.ts'
import { toAsked } from './pull-checkpoints.ts'
import type { SyncContext } from '../sync-context.ts'

/** `limit`: rows that were asked for. */
export type Asked = { page: PullResponse; limit: number }

/** Asks for the rows of a collection behind the checkpoint. @throws OfflineError for anything but a page of ours */
export function askForPage(
  { api, localState }: Pick<SyncContext, 'api' | 'localState'>,
  batchSize: AdaptiveBatch,
  collection: CollectionName,
  known: Checkpoint,
  signal: AbortSignal,
): Promise<Asked> {
  const limit = batchSize.size
  const checkpoint = Object.fromEntries(
    Object.entries(known).map(([shopId, reached]) => [shopId, toAsked(reached, localState.outbox.reachedByShop.get(shopId))]),
  )
  const answer = batchSize
    .run(() => api.pull({ collection, limit, checkpoint }, signal))
    .then((page) => {
      assertPullResponse(page)
      return { page, limit }
    })
  // A page asked for ahead is looked at later, or never when the one before it could not be stored.
  answer.catch(() => undefined)
  return answer
}

/**
 * Nothing is taken of a shop that was left, but who moved there is still gone from where this device holds them: the page gives an id
 * once. One below the number that it has there, the row is believed when the shop comes back.
 */
export const documentToDeparture = (collection: CollectionName, { id, shopId, seq }: WireDocument): WireDocument[] =>
  collection === 'employees' && seq !== undefined ? [{ id, shopId, seq: seq - 1, _deleted: true }] : []

function assertPullResponse(page: PullResponse): void {
  const { documents, checkpoint, reset, gone } = (page ?? {}) as Partial<Record<keyof PullResponse, unknown>>
  const isWhole = Array.isArray(documents) && Array.isArray(reset) && Array.isArray(gone) && typeof checkpoint === 'object' && checkpoint !== null
  if (!isWhole) throw new OfflineError('The answer was not the server’s.')
}
