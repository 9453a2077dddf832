import type { Order } from '#schema/collections/work/orders.ts'
import { type Balance, toBalance } from '#schema/rules/money/balance.ts'
import { centsToAmount } from '#schema/values/money.ts'
import { thousandthsToQuantity } from '#schema/values/order-lines/quantity.ts'
import type { Db } from '../../db/database.ts'

/** What is owed for an order (BAL-01), from its living lines and payments. */
export async function readBalance(reader: Db, { id, quotedCost }: Pick<Order, 'id' | 'quotedCost'>): Promise<Balance> {
  const [lines, payments] = await Promise.all([
    reader.selectFrom('order_lines').select(['quantity_thousandths', 'unit_price_cents']).where('order_id', '=', id).where('deleted', '=', 0).execute(),
    reader.selectFrom('payments').select(['payment_amount_cents', 'kind']).where('order_id', '=', id).where('deleted', '=', 0).execute(),
  ])
  return toBalance({
    quotedCost,
    lines: lines.map((line) => ({ quantity: thousandthsToQuantity(line.quantity_thousandths), unitPrice: centsToAmount(line.unit_price_cents) })),
    payments: payments.map(({ kind, payment_amount_cents: cents }) => ({ paymentAmount: centsToAmount(cents), kind })),
  })
}
