import { AppError } from '#schema/errors.ts'
import { type EstimatePricing, estimateTexts, findEstimateIssue, findNewEstimateIssue, isDecided } from '#schema/rules/estimates/estimate-states.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import type { Json } from '#schema/values/merge.ts'
import type { WriteContext } from '../context.ts'
import type { LivingDocument } from '../rows.ts'
import { readPricing } from '../shop-money.ts'
import { tableOf } from '../table.ts'

type Values = Readonly<Record<string, unknown>>
type Seen = Readonly<Record<string, { from: Json }>>

export async function assertNewEstimate(context: WriteContext, values: Values): Promise<void> {
  throwIssue(findNewEstimateIssue(values))
  await assertOwnReferences(context, values['lines'])
}

/** A line may keep a deleted product, but none of another shop; so with its tax rate. */
async function assertOwnReferences({ memory, shopId }: WriteContext, lines: unknown): Promise<void> {
  for (const { productId, taxRateId } of readEstimateLines(lines))
    for (const [name, table, id] of [['Product', 'products', productId] as const, ['Tax rate', 'tax_rates', taxRateId] as const]) {
      if (id === undefined || (await memory.find(tableOf(table), id))?.shopId === shopId) continue
      const message = `${name} does not exist in this shop`
      throw new AppError('INVALID_REFERENCE', message, { issues: [{ path: 'lines', message }] })
    }
}

/**
 * Refuses changes of a sent estimate, and changes that conflict with another user's change of state: states are never
 * merged. A consent names the accepted `lines`. `next`: the new values.
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
  if (next['lines'] !== undefined && next['lines'] !== before['lines']) await assertOwnReferences(context, next['lines'])
}

export function assertEstimateMayGo({ state }: Values): void {
  if (state !== 'draft') throw new AppError('CONFLICT', estimateTexts.sentIsKept)
}

/** The next version for the order, counting deleted estimates, so that a version is never reused. */
export async function takeVersion({ trx }: WriteContext, orderId: string): Promise<number> {
  const row = await trx
    .selectFrom('estimates')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return Number(row?.version ?? 0) + 1
}

/** What the price of an order's estimate depends on beyond its `lines`. */
export async function readEstimatePricing(
  { memory, trx, shopId }: WriteContext,
  orderId: unknown,
  lines: readonly { productId?: string | null | undefined }[],
): Promise<EstimatePricing> {
  // Rates of the same batch may not be stored yet.
  await memory.send()
  const pricing = await readPricing(trx, shopId)
  const order = await memory.find(tableOf('orders'), String(orderId))
  const customer = order && (await memory.find(tableOf('customers'), String(order['customerId'])))
  const productIds = [...new Set(lines.flatMap(({ productId }) => productId ?? []))]
  await memory.readAhead(tableOf('products'), productIds)
  const productRates = new Map<string, string | null>()
  for (const id of productIds) {
    const rateId = (await memory.find(tableOf('products'), id))?.['taxRateId']
    productRates.set(id, typeof rateId === 'string' ? rateId : null)
  }
  return { pricing, isExempt: customer?.['taxExempt'] === 1, productRates }
}

function throwIssue(issue: { code: 'CONFLICT' | 'VALIDATION'; path: string; message: string } | undefined): void {
  if (issue !== undefined) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
}
