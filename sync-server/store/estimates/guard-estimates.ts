import { AppError } from '#schema/errors.ts'
import { approvedOrderStatus, estimateTexts, findEstimateIssue, findNewEstimateIssue, isDecided } from '#schema/rules/estimates/estimate-states.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import type { Json } from '#schema/values/merge.ts'
import type { WriteContext } from '../context.ts'
import type { LivingDocument } from '../rows.ts'
import { tableOf } from '../table.ts'

/** What the write path asks of estimates beyond their fields. */

type Values = Readonly<Record<string, unknown>>
type Seen = Readonly<Record<string, { from: Json }>>

export async function assertNewEstimate(context: WriteContext, values: Values): Promise<void> {
  throwIssue(findNewEstimateIssue(values))
  await assertOwnProducts(context, values['lines'])
}

/** A line may go on naming a product that was deleted since, and none of another shop. */
async function assertOwnProducts({ memory, shopId }: WriteContext, lines: unknown): Promise<void> {
  for (const { productId } of readEstimateLines(lines)) {
    if (productId === undefined || (await memory.find(tableOf('products'), productId))?.shopId === shopId) continue
    const message = 'Product does not exist in this shop'
    throw new AppError('INVALID_REFERENCE', message, { issues: [{ path: 'lines', message }] })
  }
}

/**
 * Refuses a change of what was sent, and one of an estimate that somebody else sent, answered or withdrew meanwhile: states are never
 * merged. Who records a consent says by `lines` what was agreed to. `next`: the values that the change wants.
 */
export async function assertEstimateChange(
  context: WriteContext,
  document: LivingDocument,
  { seen, next, normalize }: { seen: Seen; next: Values; normalize: (name: string, value: Json) => Json },
): Promise<void> {
  const before: Values = { ...document, lines: JSON.stringify(document['lines']) }
  const isStale = (name: string): boolean => {
    const from = seen[name]?.from
    return from !== undefined && normalize(name, from) !== before[name] && next[name] !== before[name]
  }
  const changes = Object.fromEntries(Object.entries(next).filter(([name]) => name in before))
  const isOtherThanSeen = isDecided(next['state']) && seen['lines'] !== undefined && normalize('lines', seen['lines'].from) !== before['lines']
  if (isStale('state') || isOtherThanSeen) throw new AppError('CONFLICT', estimateTexts.changedMeanwhile)
  throwIssue(findEstimateIssue(before, { ...before, ...changes }))
  if (next['lines'] !== undefined && next['lines'] !== before['lines']) await assertOwnProducts(context, next['lines'])
}

export function assertEstimateMayGo({ state }: Values): void {
  if (state !== 'draft') throw new AppError('CONFLICT', estimateTexts.sentIsKept)
}

/** The next version of the order, above those of deleted ones too: nobody reads of two that have one number. */
export async function takeVersion({ trx }: WriteContext, orderId: string): Promise<number> {
  const row = await trx
    .selectFrom('estimates')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return Number(row?.version ?? 0) + 1
}

/** The order of an estimate that was approved goes on. `set` changes its status. */
export async function followApproval(context: WriteContext, after: Values, set: (orderId: string, orderStatusId: string) => Promise<void>): Promise<void> {
  if (after['state'] !== 'approved') return
  const orderId = String(after['orderId'])
  const order = await context.memory.find(tableOf('orders'), orderId)
  const status = order === undefined || order.deleted === 1 ? undefined : approvedOrderStatus(order['orderStatusId'])
  if (status !== undefined) await set(orderId, status)
}

function throwIssue(issue: { code: 'CONFLICT' | 'VALIDATION'; path: string; message: string } | undefined): void {
  if (issue !== undefined) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
}
