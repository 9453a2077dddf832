import type { ActivityEntry } from '#schema/rules/text/activity-entry.ts'
import { automaticMark, importMark } from '#schema/rules/text/activity-author.ts'
import { toEnglish } from './activity-text.ts'
import { nextSeq, type WriteContext } from '../context.ts'
import { defineInsert, defineLookUp, defineUpdate } from '../../db/rows-statement.ts'
import type { BatchCache, StatusTimes } from '../batch/batch-cache.ts'
import type { RowsTarget } from '../batch/write-queue.ts'
import { tableOf } from '../table.ts'

const longestText = 20_000

const shorten = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

/** Up to this delay only the mutation time is stored, not the arrival. */
const arrivalMarginMs = 60_000

/** Rows that an entry links to. */
export type About = { orderId: string | null; customerId: string | null }

const nothing: About = { orderId: null, customerId: null }

/** Adds an audit log entry with the mutation time, and the arrival time if it differs. */
export async function writeActivity(context: WriteContext, entry: ActivityEntry, { orderId, customerId }: About = nothing): Promise<void> {
  const seq = await nextSeq(context, 'activities')
  const { origin, userId } = context.caller
  // Marks imports and automatic changes, which would otherwise look like a portal customer's.
  const mark = userId !== null ? '' : origin === 'import' ? importMark : origin === 'server' ? automaticMark : ''
  const text = await toEnglish(context, entry)
  context.memory.insert(tableOf('activities'), {
    id: context.newId(),
    shop_id: context.shopId,
    created_at: context.mutationAt,
    updated_at: context.mutationAt,
    seq,
    user_id: userId,
    audit_text: shorten(text, longestText - mark.length) + mark,
    kind: entry.kind,
    values: JSON.stringify(entry.values),
    arrived_at: Date.parse(context.receivedAt) - Date.parse(context.mutationAt) > arrivalMarginMs ? context.receivedAt : null,
    order_id: orderId,
    customer_id: customerId,
  })
}

const historyColumns = ['id', 'shop_id', 'order_id', 'order_status_id', 'created_at', 'seq', 'silent'] as const

const history: RowsTarget = { statement: defineInsert('order_status_history', historyColumns) }

/** One row for the first status and one for each change. `seq` orders entries of equal time. */
export function writeStatusHistory(
  { memory, newId, shopId, mutationAt, caller }: WriteContext,
  orderId: string,
  orderStatusId: string,
  seq: number,
  at = mutationAt,
): void {
  const entry = { id: newId(), seq, at }
  memory.add(history, {
    id: entry.id,
    shop_id: shopId,
    order_id: orderId,
    order_status_id: orderStatusId,
    created_at: at,
    seq,
    silent: caller.origin === 'import' ? 1 : 0,
  })
  const known = memory.statusTimes.get(orderId)
  if (known !== undefined) memory.statusTimes.write(orderId, addStatusTime(known, entry))
}

const endedHistory: RowsTarget = {
  statement: defineUpdate('order_status_history', ['deleted', 'deleted_with'], { by: 'order_id', unless: 'deleted' }),
  isLast: true,
}

export function endStatusHistory({ memory, mutationId }: WriteContext, orderId: string): void {
  memory.add(endedHistory, { id: orderId, deleted: 1, deleted_with: mutationId })
  memory.statusTimes.write(orderId, null)
}

type HistoryEntry = { id: string; seq: number; at: string }

const findTimes = defineLookUp<HistoryEntry & { orderId: string }>((db, isAmong) =>
  db
    .selectFrom('order_status_history')
    .select(['order_id as orderId', 'id', 'seq', 'created_at as at'])
    .where(isAmong('order_id'))
    .where('deleted', '=', 0)
    .compile(),
)

export async function readStatusTimesAhead(memory: BatchCache, orderIds: readonly string[]): Promise<void> {
  const unknown = [...new Set(orderIds)].filter((id) => memory.statusTimes.get(id) === undefined)
  if (unknown.length === 0) return
  const timesByOrder = new Map<string, StatusTimes | null>(unknown.map((id) => [id, null]))
  for (const { orderId, ...entry } of await memory.apart((trx) => findTimes(trx, unknown)))
    timesByOrder.set(orderId, addStatusTime(timesByOrder.get(orderId) ?? null, entry))
  for (const [orderId, times] of timesByOrder) memory.statusTimes.learn(orderId, times)
}

function addStatusTime(times: StatusTimes | null, { id, seq, at }: HistoryEntry): StatusTimes {
  const asFirst = { firstSeq: seq, firstId: id, first: at }
  if (times === null) return { ...asFirst, latest: undefined }
  const { firstSeq, firstId, first, latest = '' } = times
  const isFirst = seq < firstSeq || (seq === firstSeq && id < firstId)
  return isFirst ? { ...asFirst, latest: laterOf(first, latest) } : { ...times, latest: laterOf(at, latest) }
}

const laterOf = (one: string, other: string): string => (one > other ? one : other)

/** Time of the newest status; the first entry counts only where it is the only one. */
export async function readLastStatusTime({ memory }: WriteContext, orderId: string): Promise<string | undefined> {
  if (memory.statusTimes.get(orderId) === undefined) {
    // Queued entries are not in the cached times, so flush them first.
    await memory.send()
    await readStatusTimesAhead(memory, [orderId])
  }
  const times = memory.statusTimes.get(orderId)
  return times?.latest ?? times?.first
}
