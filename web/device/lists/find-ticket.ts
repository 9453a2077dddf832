import type { Order } from '#schema/collections/work/orders.ts'
import { isShortCode } from '#schema/rules/orders/ticket-search.ts'
import { readTicket, toFormerNumbers } from '#schema/rules/orders/ticket.ts'
import { orderNameFinder } from './projections/order-names.ts'
import type { OrdersProjection } from './projections/projection-orders.ts'

type Sources = { orders: OrdersProjection; readMany: (collection: 'orders', ids: readonly string[]) => Promise<Order[]> }

/** The order named by a ticket, a bare number or an order's short code. An order's present number wins over a former number of another. */
export async function findTicket({ orders, readMany }: Sources, typed: string, prefixes: readonly string[]): Promise<Order | undefined> {
  const text = typed.trim()
  const numbers = readTicket(text, prefixes)
  const code = isShortCode(text) ? text.toLowerCase() : undefined
  const findName = orderNameFinder([text.toLowerCase()], prefixes)
  if (findName === undefined) return undefined
  await orders.demand()
  const ids: string[] = []
  for (const order of orders.values()) if (findName(1, order.text, order) !== 0) ids.push(order.id)
  const found = await readMany('orders', ids)
  for (const wanted of numbers) {
    const named = found.find(({ number }) => number === wanted) ?? found.find(({ formerNumbers }) => toFormerNumbers(formerNumbers).includes(wanted))
    if (named !== undefined) return named
  }
  return found.find(({ id }) => code !== undefined && id.endsWith(code))
}
