import type { StockTake } from '#schema/api/answers/inventory-answers.ts'
import { AppError } from '#schema/errors.ts'
import type { Services } from '../services.ts'
import type { WriteCaller } from '../store/caller.ts'
import { readStockTake } from '../store/stock/read-stock-take.ts'
import { applyOps } from '../store/write.ts'

/** @throws AppError NOT_FOUND for one without counts */
export async function findStockTake({ reader }: Services, shopId: string, takeId: string): Promise<StockTake> {
  const take = await readStockTake(reader, shopId, takeId)
  if (take.products.length === 0) throw new AppError('NOT_FOUND')
  return take
}

/** Applies a stock take or undoes it, as one mutation. */
export async function settleStockTake(services: Services, caller: WriteCaller, shopId: string, takeId: string, act: 'apply' | 'undo'): Promise<StockTake> {
  await applyOps(services, caller, shopId, [{ action: `${act}-take`, collection: 'stock_counts', id: takeId }])
  return findStockTake(services, shopId, takeId)
}
