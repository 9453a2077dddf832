import { sql } from 'kysely'
import type { StockTake } from '#schema/api/answers/inventory-answers.ts'
import { toTakeDifference } from '#schema/rules/inventory/stock-take.ts'
import type { Db } from '../../db/database.ts'

type TakeRow = {
  productId: string
  counted: number | string
  countedAt: string
  waiting: number | string
  countNow: number
  movedSince: number | string
  applied: number | string
}

/** The products of a stock take, what was counted of each, and what moved since its last count; without any if there is none. */
export async function readStockTake(reader: Db, shopId: string, takeId: string): Promise<StockTake> {
  const { rows } = await sql<TakeRow>`
    select c.product_id as "productId", c.counted as "counted", c.counted_at as "countedAt", c.waiting as "waiting", p.inventory_count as "countNow",
      (select coalesce(sum(m.delta), 0) from stock_movements m where m.product_id = c.product_id
        and (m.created_at > c.counted_at or (m.created_at = c.counted_at and m.take_id > ${takeId}))) as "movedSince",
      (select coalesce(sum(m.delta), 0) from stock_movements m where m.product_id = c.product_id and m.take_id = ${takeId}) as "applied"
    from (select product_id, sum(counted) as counted, max(counted_at) as counted_at, sum(case when applied_at is null then 1 else 0 end) as waiting
      from stock_counts where take_id = ${takeId} and shop_id = ${shopId} and deleted = 0 group by product_id) c
    join products p on p.id = c.product_id
    order by c.product_id`.execute(reader)
  const products = rows.map(({ productId, countedAt, countNow, ...sums }) => {
    const [counted, waiting, movedSince, applied] = [sums.counted, sums.waiting, sums.movedSince, sums.applied].map(Number)
    const isApplied = waiting === 0
    const difference = isApplied ? Number(applied) : toTakeDifference(Number(counted), countNow, Number(movedSince))
    return { productId, counted: Number(counted), countedAt, movedSince: Number(movedSince), difference, isApplied }
  })
  return { takeId, products }
}
