import type { OrdersQuery } from '../list-queries.ts'
import type { ListSource } from '../live-list.ts'

export async function findOrderIds({ demand, find }: Pick<ListSource<OrdersQuery, never>, 'demand' | 'find'>, query: OrdersQuery): Promise<string[]> {
  await demand(query)
  return find({ ...query, page: 1, pageSize: Number.MAX_SAFE_INTEGER })?.ids ?? []
}
