import { AppError } from '#schema/errors.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { readStockTake } from './read-stock-take.ts'
import { writeActivity } from '../apply/side-effects.ts'
import { assertMay, nextSeq, type WriteContext } from '../context.ts'
import type { Table } from '../table.ts'
import { moveCount } from './move-count.ts'

/**
 * Brings the counts of a stock take into the products' counts. Done again it does so only for counts that came since, so that a
 * request may be repeated.
 * @throws AppError NOT_FOUND for a take without counts
 */
export async function applyTake(context: WriteContext, table: Table, takeId: string): Promise<void> {
  assertMay(context, 'update', table)
  const counts = await readCounts(context, takeId)
  const products = (await readStockTake(context.trx, context.shopId, takeId)).products.filter(({ isApplied }) => !isApplied)
  if (products.length === 0) return
  await markApplied(
    context,
    table,
    counts.filter(({ applied_at: appliedAt }) => appliedAt === null),
    context.mutationAt,
  )
  for (const { productId, countedAt: at, difference: delta } of products) await moveCount(context, { productId, delta, reason: 'count', takeId, at })
  await note(context, counts, 'applied', products.length)
}

/** Takes every difference back that the stock take made, so that it can be changed and applied again. */
export async function undoTake(context: WriteContext, table: Table, takeId: string): Promise<void> {
  assertMay(context, 'update', table)
  const counts = (await readCounts(context, takeId)).filter(({ applied_at: appliedAt }) => appliedAt !== null)
  if (counts.length === 0) return
  const made = await context.trx
    .selectFrom('stock_movements')
    .select(({ fn }) => ['product_id as productId', 'created_at as at', fn.sum<number | string>('delta').as('delta')])
    .where('take_id', '=', takeId)
    .where('shop_id', '=', context.shopId)
    .groupBy(['product_id', 'created_at'])
    .orderBy('product_id')
    .orderBy('created_at')
    .execute()
  await markApplied(context, table, counts, null)
  for (const { productId, at, delta } of made) await moveCount(context, { productId, delta: -Number(delta), reason: 'count', takeId, at })
  await note(context, counts, 'undone', new Set(counts.map(({ product_id: productId }) => productId)).size)
}

type Counts = Awaited<ReturnType<typeof readCounts>>

async function readCounts({ trx, shopId }: WriteContext, takeId: string) {
  const counts = await trx
    .selectFrom('stock_counts')
    .select(['id', 'product_id', 'area', 'applied_at'])
    .where('take_id', '=', takeId)
    .where('shop_id', '=', shopId)
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  if (counts.length === 0) throw new AppError('NOT_FOUND')
  return counts
}

async function markApplied(context: WriteContext, table: Table, counts: Counts, appliedAt: string | null): Promise<void> {
  for (const { id } of counts) {
    const seq = await nextSeq(context, table.name)
    context.memory.update(table, id, { applied_at: appliedAt, updated_at: context.mutationAt, seq })
    context.written.push({ collection: table.name, id })
  }
  await context.memory.send()
}

async function note(context: WriteContext, counts: Counts, done: 'applied' | 'undone', products: number): Promise<void> {
  const areas = [...new Set(counts.flatMap(({ area }) => area ?? []))].toSorted()
  const values = { count: products }
  const kinds = done === 'applied' ? (['takeApplied', 'takeOfApplied'] as const) : (['takeUndone', 'takeOfUndone'] as const)
  await writeActivity(context, areas.length === 0 ? tell(kinds[0], values) : tell(kinds[1], { ...values, areas }))
}
