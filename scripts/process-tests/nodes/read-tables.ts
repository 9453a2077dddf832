import { collectionNames, type CollectionName } from '#schema/collections/index.ts'
import type { SharedDatabase } from './start-nodes.ts'

/** Table contents, read without the code under test. */
export async function readTables({ read }: SharedDatabase) {
  const mapOf = async <Value>(sql: string): Promise<Map<string, Value>> =>
    new Map((await read<{ id: string; value: Value }>(sql)).map(({ id, value }) => [id, value]))
  return {
    outcomeById: await mapOf<string>(`select id, outcome as value from mutations where device_id is not null`),
    customerIds: new Set((await mapOf(`select id, 1 as value from customers`)).keys()),
    amountByPayment: await mapOf<number>(`select id, (payment_amount_cents / 100.0)::float8 as value from payments where deleted = 0`),
    countByProduct: await mapOf<number>(`select id, inventory_count::float8 as value from products`),
    statusByOrder: await mapOf<string>(`select id, order_status_id as value from orders where deleted = 0`),
    historyByOrder: await mapOf<string[]>(
      `select order_id as id, json_agg(order_status_id order by created_at, seq, id) as value from order_status_history group by order_id`,
    ),
  }
}

export async function readFeed({ read }: SharedDatabase, shopId: string): Promise<{ head: number; seqs: number[]; activities: number }> {
  const count = async (sql: string): Promise<number> => Number((await read<{ value: string }>(sql, [shopId]))[0]?.value)
  const seqs: number[] = []
  for (const name of collectionNames) seqs.push(...(await readSeqs({ read }, shopId, name)).values())
  return {
    head: await count(`select seq as value from shop_feed where shop_id = $1`),
    seqs,
    activities: await count(`select count(*) as value from activities where shop_id = $1`),
  }
}

export const readSeqs = async ({ read }: Pick<SharedDatabase, 'read'>, shopId: string, name: CollectionName): Promise<Map<string, number>> =>
  new Map((await read<{ id: string; seq: string }>(`select id, seq from ${name} where shop_id = $1`, [shopId])).map(({ id, seq }) => [id, Number(seq)]))

export const countInLedger = async ({ read }: SharedDatabase, ids: readonly string[]): Promise<number> =>
  Number((await read<{ count: string }>(`select count(*) from mutations where id = any($1)`, [ids]))[0]?.count)
