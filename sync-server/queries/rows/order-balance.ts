import type { Order } from '#schema/collections/work/orders.ts'
import { type Balance, toBalance } from '#schema/rules/money/balance.ts'
import { centsToAmount } from '#schema/values/money.ts'
import type { Db } from '../../db/database.ts'

/** What is owed for orders (BAL-01), by their ids. */
export async function readBalances(reader: Db, orders: readonly Pick<Order, 'id' | 'shopId' | 'quotedCost'>[]): Promise<Map<string, Balance>> {
  const rows =
    orders.length === 0
      ? []
      : await reader
          .selectFrom('payments')
          .select(['order_id', 'payment_amount_cents', 'kind'])
          .where(
            'order_id',
            'in',
            orders.map(({ id }) => id),
          )
          .where('deleted', '=', 0)
          .execute()
  const paymentsByOrder = Map.groupBy(rows, ({ order_id: orderId }) => orderId)
  return new Map(
    orders.map(({ id, quotedCost }) => {
      const payments = (paymentsByOrder.get(id) ?? []).map(({ kind, payment_amount_cents: cents }) => ({ paymentAmount: centsToAmount(cents), kind }))
      return [id, toBalance({ quotedCost, lines: [], payments })]
    }),
  )
}

export async function readBalance(reader: Db, order: Pick<Order, 'id' | 'shopId' | 'quotedCost'>): Promise<Balance> {
  const balances = await readBalances(reader, [order])
  return balances.get(order.id) ?? toBalance({ quotedCost: order.quotedCost, lines: [], payments: [] })
}
