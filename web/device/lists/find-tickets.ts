import type { Order } from '#schema/collections/work/orders.ts'
import { isShortCode } from '#schema/rules/orders/ticket-search.ts'
import { readTicket, toFormerNumbers } from '#schema/rules/orders/ticket.ts'
import { orderNameFinder } from './projections/order-names.ts'
import type { OrdersProjection } from './projections/projection-orders.ts'

type Sources = { orders: OrdersProjection; readMany: (collection: 'orders', ids: readonly string[]) => Promise<Order[]> }

/**
 * The orders named by a ticket, a bare number or an order's short code. Several labels can hold one number: the order
 * that has it comes first, then those that had it.
 */
export async function findTickets({ orders, readMany }: Sources, typed: string, prefixes: readonly string[]): Promise<Order[]> {
  const text = typed.trim()
  const numbers = readTicket(text, prefixes)
  const code = isShortCode(text) ? text.toLowerCase() : undefined
  const findName = orderNameFinder([text.toLowerCase()], prefixes)
  if (findName === undefined) return []
  await orders.demand()
  const ids: string[] = []
  for (const order of orders.values()) if (findName(1, order.text, order) !== 0) ids.push(order.id)
  const found = await readMany('orders', ids)
  for (const wanted of numbers) {
    const present = found.filter(({ number }) => number === wanted)
    const former = found.filter(({ number, formerNumbers }) => number !== wanted && toFormerNumbers(formerNumbers).includes(wanted))
    if (present.length + former.length > 0) return [...present, ...former]
  }
  return found.filter(({ id }) => code !== undefined && id.endsWith(code))
}
