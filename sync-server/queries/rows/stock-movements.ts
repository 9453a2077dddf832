import type { StockMovement } from '#schema/api/answers/inventory-answers.ts'
import type { Db } from '../../db/database.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { ListSteps } from '../../lists/list-steps.ts'
import type { List } from '../../lists/list.ts'

const idsPerStep = 2_000

/** Changes of a product's count, newest first by seq, because each count builds on the previous one. */
export async function listStockMovements(reader: Db, steps: ListSteps, shopId: string, productId: string): Promise<List<StockMovement>> {
  const ids: string[] = []
  for (let before = Number.MAX_SAFE_INTEGER, isDone = false; !isDone;) {
    const rows = await steps.step(() =>
      reader
        .selectFrom('stock_movements')
        .select(['id', 'seq'])
        .where('product_id', '=', productId)
        .where('shop_id', '=', shopId)
        .where('seq', '<', before)
        .orderBy('seq', 'desc')
        .limit(idsPerStep)
        .execute(),
    )
    ids.push(...rows.map(({ id }) => id))
    before = rows.at(-1)?.seq ?? 0
    isDone = rows.length < idsPerStep
  }
  return { ids, read: (some) => readMovements(reader, some) }
}

const readMovements = (reader: Db, ids: readonly string[]): Promise<StockMovement[]> =>
  reader
    .selectFrom('stock_movements')
    .select(['id', 'delta', 'count_after as countAfter', 'reason', 'order_id as orderId', 'user_id as userId', 'created_at as createdAt'])
    .where(engineOf(reader).isAmong('id', ids))
    .orderBy('seq', 'desc')
    .execute()
