import type { Order } from '#schema/collections/work/orders.ts'
import { isShortCode, readSearchedTicket } from '#schema/rules/orders/ticket-search.ts'
import { toFormerNumbers } from '#schema/rules/orders/ticket.ts'
import { toNumberMark } from '../storage/rows/list-columns.ts'
import type { OrdersProjection } from './projections/projection-orders.ts'

type Sources = { orders: OrdersProjection; readMany: (collection: 'orders', ids: readonly string[]) => Promise<Order[]> }

/**
 * The order that a ticket, a bare number or the short code of an order names on this device. The order that has a number comes before
 * one that had it (NUM-09).
 */
export async function findTicket({ orders, readMany }: Sources, typed: string, prefix: string): Promise<Order | undefined> {
  const text = typed.trim()
  const numbers = readSearchedTicket(text, [prefix])
  const code = isShortCode(text) ? text.toLowerCase() : undefined
  if (numbers.length === 0 && code === undefined) return undefined
  await orders.demand()
  const marks = numbers.map(toNumberMark)
  const ids: string[] = []
  for (const { id, text: own } of orders.values()) {
    if (marks.some((mark) => own.includes(mark)) || (code !== undefined && id.endsWith(code))) ids.push(id)
  }
  const found = await readMany('orders', ids)
  for (const wanted of numbers) {
    const named = found.find(({ number }) => number === wanted) ?? found.find(({ formerNumbers }) => toFormerNumbers(formerNumbers).includes(wanted))
    if (named !== undefined) return named
  }
  return found.find(({ id }) => code !== undefined && id.endsWith(code))
}
