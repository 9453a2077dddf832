import { sql } from 'kysely'
import { finishedStatusIds } from '#schema/values/order-status.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Services } from '../../services.ts'
import type { WriteCaller } from '../caller.ts'
import { nextSeq } from '../context.ts'
import { blankOf, purgedMark } from '../deletions/purge-deleted.ts'
import { tableOf } from '../table.ts'
import { inBatch, mergeHeads, toContext, type Batch } from '../write-batch.ts'
import type { Step } from './end-decisions.ts'

/** Entries per transaction, to keep the write lock short. */
const endedAtOnce = 200

/** Position in a shop's log. Entries of unfinished orders stay, and must not be read again in the same round. */
export type LogPlace = { createdAt: string; id: string }

type LogStep = Step & { /** Undefined when no old entries are left. */ next: LogPlace | undefined }

/**
 * Empties log entries made and received before the instant, except those of existing unfinished orders. Devices drop
 * them by the feed like deleted rows; the shop records from when its log is complete.
 */
export async function endOldActivities(services: Services, shopId: string, before: string, from: LogPlace | undefined): Promise<LogStep> {
  return inShop(services, shopId, async (batch) => {
    const due = await findDue(batch, shopId, before, from)
    if (due.length === 0) return { ended: 0, isOthers: false, next: undefined }
    const now = new Date(batch.receivedMs).toISOString()
    const context = toContext(batch, { id: services.newId(), shopId, at: now, ops: [] }, now)
    for (const { id } of due) {
      const seq = await nextSeq(context, 'activities')
      // The time of emptying, from which `removeEndedActivities` counts.
      const times = { created_at: now, updated_at: now }
      context.memory.update(tableOf('activities'), id, { ...blankOf('activities'), ...times, user_id: null, deleted: 1, seq })
    }
    await batch.trx.updateTable('shop_feed').set({ log_begins_at: before }).where('shop_id', '=', shopId).execute()
    mergeHeads(batch, shopId, context.heads)
    return { ended: due.length, isOthers: false, next: due.length < endedAtOnce ? undefined : due.at(-1) }
  })
}

/**
 * Removes entries emptied before the instant. The feed no longer reports them, so a device away for that long starts
 * anew with the newest entries (feed/pull.ts). The last row of the feed stays, so that its head never decreases.
 */
export async function removeEndedActivities(services: Services, shopId: string, before: string): Promise<Step> {
  return inShop(services, shopId, async ({ trx }) => {
    const ended = await trx
      .selectFrom('activities')
      .select(['id', 'seq'])
      .where('shop_id', '=', shopId)
      .where('created_at', '<', before)
      .where('deleted', '=', 1)
      .where('deleted_with', '=', purgedMark)
      .where('seq', '<', (where) =>
        where
          .selectFrom('activities as last')
          .select(({ fn }) => fn.max('last.seq').as('seq'))
          .where('last.shop_id', '=', shopId),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(endedAtOnce)
      .execute()
    const ids = ended.map(({ id }) => id)
    if (ids.length === 0) return { ended: 0, isOthers: false }
    await trx.deleteFrom('activities').where('id', 'in', ids).execute()
    const upTo = Math.max(...ended.map(({ seq }) => seq))
    await trx.updateTable('shop_feed').set({ log_removed_seq: upTo }).where('shop_id', '=', shopId).where('log_removed_seq', '<', upTo).execute()
    return { ended: ids.length, isOthers: false }
  })
}

/** One step in a shop under its lock; does nothing while another server does this work. */
export function inShop<Result extends Step>(
  services: Services,
  shopId: string,
  run: (batch: Batch) => Promise<Result>,
): Promise<Result | { ended: 0; isOthers: true; next: undefined }> {
  const caller: WriteCaller = { userId: null, privileges: new Set(), shopIds: new Set([shopId]), origin: 'administration' }
  return inBatch(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt: services.clock(), mutations: [] }, async (batch) => {
    const { takeTurn, lockShops } = engineOf(batch.trx)
    if (!(await takeTurn(batch.trx, 'retention'))) return { ended: 0, isOthers: true, next: undefined }
    await lockShops(batch.trx, [shopId])
    return run(batch)
  })
}

async function findDue({ trx }: Batch, shopId: string, before: string, from: LogPlace | undefined): Promise<LogPlace[]> {
  const unfinished = sql<boolean>`exists (
    select 1 from orders as o
    where o.id = activities.order_id and o.order_status_id not in (${sql.join(finishedStatusIds)}) and o.deleted_with is distinct from ${purgedMark}
  )`
  let query = trx
    .selectFrom('activities')
    .select(['id', 'created_at as createdAt'])
    .where('shop_id', '=', shopId)
    .where('created_at', '<', before)
    .where((where) => where.or([where('arrived_at', 'is', null), where('arrived_at', '<', before)]))
    .where('deleted', '=', 0)
    .where((where) => where.not(unfinished))
  if (from !== undefined) query = query.where((where) => where(where.refTuple('created_at', 'id'), '>', where.tuple(from.createdAt, from.id)))
  return query.orderBy('created_at').orderBy('id').limit(endedAtOnce).execute()
}
