import type { Tx } from '../../db/database.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { withoutIssues } from '../answers/kept-refusals.ts'
import type { RowAddress } from '../context.ts'
import { insertPastMutations, toSender, type PastMutation } from './past-mutations.ts'

/** Decisions per transaction, to keep the write lock short. */
const endedAtOnce = 200

/** `isOthers`: another server does this work. `isLast`: nothing due is left. */
export type Step = { ended: number; isOthers: boolean; isLast?: boolean }

/**
 * Archives decisions that arrived before the instant: the outcome stays, the written rows go. Stored refusals are
 * skipped until their own retention ends. Call again until nothing is archived.
 */
export async function endOldDecisions(trx: Tx, before: string): Promise<Step> {
  if (!(await engineOf(trx).takeTurn(trx, 'retention'))) return { ended: 0, isOthers: true }
  const due = await trx
    .selectFrom('mutations')
    .select(['id', 'user_id as userId', 'device_id as deviceId', 'received_at as receivedAt', 'error', 'rows'])
    .where('received_at', '<', before)
    .where('kept_bytes', 'is', null)
    .orderBy('received_at')
    .limit(endedAtOnce)
    .execute()
  await insertPastMutations(trx, due.flatMap(toPast))
  const ids = due.map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('mutations').where('id', 'in', ids).execute()
  return { ended: ids.length, isOthers: false }
}

type Due = { id: string; userId: string | null; deviceId: string | null; receivedAt: string; error: string | null; rows: string }

/** Mutations that the server itself made for REST or the portal are never repeated, so nothing of them is stored. */
function toPast({ id, userId, deviceId, receivedAt, error, rows }: Due): PastMutation[] {
  const written = JSON.parse(rows) as [RowAddress['collection'], string, number?][]
  const hasCustomer = written.some(([collection]) => collection === 'customers')
  const isOurs = deviceId === null && isOfTime(id)
  if (isOurs && !hasCustomer) return []
  const seqs = JSON.stringify(written.flatMap(([, , seq]) => seq ?? []))
  const arrival = { received_at: hasCustomer ? receivedAt : null, device_id: hasCustomer ? deviceId : null }
  return [{ id, sender: toSender(userId), error: withoutIssues(error), seqs, ...arrival }]
}

const versionPlace = 14

/** Imports derive their ids from the content (uuid v5) and may be repeated. */
const isOfTime = (id: string): boolean => id[versionPlace] === '7'
