import type { Order } from '#schema/collections/work/orders.ts'
import { type Balance, toBalance } from '#schema/rules/money/balance.ts'
import { centsToAmount } from '#schema/values/money.ts'
import { thousandthsToQuantity } from '#schema/values/order-lines/quantity.ts'
import type { Db } from '../../db/database.ts'

type Quoted = Pick<Order, 'id' | 'quotedCost'>

/** Balances by order id, from living lines and payments. */
export async function readBalances(reader: Db, orders: readonly Quoted[]): Promise<ReadonlyMap<string, Balance>> {
  if (orders.length === 0) return new Map()
  const ids = orders.map(({ id }) => id)
  const [lines, payments] = await Promise.all([
    reader
      .selectFrom('order_lines')
      .select(['order_id as orderId', 'quantity_thousandths', 'unit_price_cents'])
      .where('order_id', 'in', ids)
      .where('deleted', '=', 0)
      .execute(),
    reader
      .selectFrom('payments')
      .select(['order_id as orderId', 'payment_amount_cents', 'kind'])
      .where('order_id', 'in', ids)
      .where('deleted', '=', 0)
      .execute(),
  ])
  const linesById = Map.groupBy(lines, ({ orderId }) => orderId)
  const paymentsById = Map.groupBy(payments, ({ orderId }) => orderId)
  return new Map(
    orders.map(({ id, quotedCost }) => [
      id,
      toBalance({
        quotedCost,
        lines: (linesById.get(id) ?? []).map((line) => ({
          quantity: thousandthsToQuantity(line.quantity_thousandths),
          unitPrice: centsToAmount(line.unit_price_cents),
        })),
        payments: (paymentsById.get(id) ?? []).map(({ kind, payment_amount_cents: cents }) => ({ paymentAmount: centsToAmount(cents), kind })),
      }),
    ]),
  )
}

export async function readBalance(reader: Db, order: Quoted): Promise<Balance> {
  return (await readBalances(reader, [order])).get(order.id) ?? toBalance({ quotedCost: order.quotedCost, lines: [], payments: [] })
}
