import type { Checkpoint, PullResponse } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { OfflineError } from '../../platform/server-port.ts'
import type { AdaptiveBatch } from '../adaptive-batch.ts'
import { toAsked } from './pull-checkpoints.ts'
import type { SyncContext } from '../sync-context.ts'

export type Asked = { page: PullResponse; limit: number }

/** Requests a collection's rows after the checkpoint. @throws OfflineError if the response is no page of our server */
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
  // A page requested ahead is awaited later, or never if the one before cannot be stored.
  answer.catch(() => undefined)
  return answer
}

/**
 * Rows of a left shop are dropped, but an employee who moved there must still leave the old shop here: a page holds an
 * id once. The tombstone's seq is one lower, so that the row is taken if the shop comes back.
 */
export const documentToDeparture = (collection: CollectionName, { id, shopId, seq }: WireDocument): WireDocument[] =>
  collection === 'employees' && seq !== undefined ? [{ id, shopId, seq: seq - 1, _deleted: true }] : []

function assertPullResponse(page: PullResponse): void {
  const { documents, checkpoint, reset, gone } = (page ?? {}) as Partial<Record<keyof PullResponse, unknown>>
  const isWhole = Array.isArray(documents) && Array.isArray(reset) && Array.isArray(gone) && typeof checkpoint === 'object' && checkpoint !== null
  if (!isWhole) throw new OfflineError('The answer was not the server’s.')
}
