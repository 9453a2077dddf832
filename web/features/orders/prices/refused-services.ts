import type { Op } from '#schema/api/sync.ts'

type Create = Extract<Op, { action: 'create' }>

/** A refused new order whose lines all came from the price list; `services`: their ids, as the form keeps them. */
export function opsToTaken(ops: readonly Op[]): { order: Create; services: string } | undefined {
  const creates = ops.flatMap((op) => (op.action === 'create' ? [op] : []))
  const [order, ...lines] = creates
  if (order === undefined || lines.length === 0 || creates.length < ops.length || order.collection !== 'orders') return undefined
  const services = lines.flatMap(({ collection, values: { orderId, serviceId } }) =>
    collection === 'order_lines' && orderId === order.id && typeof serviceId === 'string' ? [serviceId] : [],
  )
  // Whether the quote is the sum of the lines follows from them again.
  const { quoteFromLines: _, ...values } = order.values
  return services.length < lines.length ? undefined : { order: { ...order, values }, services: [...new Set(services)].join(' ') }
}
