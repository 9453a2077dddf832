import type { Mutation, Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/rules/merge/merge.ts'
import { createRandom } from '#scripts/demo/random.ts'

/** A row as far as changes of it are made here. */
export type BacklogRow = { id: string; [field: string]: unknown }

export type BacklogOptions = {
  shopId: string
  orders: readonly BacklogRow[]
  customers: readonly BacklogRow[]
  statusIds: readonly string[]
  count: number
  /** Actions are spread over the week before it. */
  now: Date
  newId: () => string
}

const weekMs = 7 * 86_400_000
/** The order that everybody works on gets one action in so many. */
const busyOrderEvery = 25

/**
 * What one device of a shop does in a week without a network, as the mutations that its outbox holds then: notes, statuses,
 * quotes, payments and customers' data over many rows, and hundreds of actions on one order. Each action saw what the one before it left.
 */
export function makeBacklog({ shopId, orders, customers, statusIds, count, now, newId }: BacklogOptions): Mutation[] {
  const random = createRandom(10_000)
  const changed = new Map<string, BacklogRow>()
  const update = (collection: string, seen: BacklogRow, field: string, to: Json): Op => {
    const row = changed.get(seen.id) ?? { ...seen }
    const from = (row[field] ?? null) as Json
    changed.set(seen.id, { ...row, [field]: to })
    return { action: 'update', collection, id: seen.id, changes: { [field]: { from, to } } }
  }
  const changeOrder = (order: BacklogRow, index: number): Op => {
    const current = changed.get(order.id) ?? order
    const kind = random.next()
    if (kind < 0.45) return update('orders', order, 'orderNotes', `Call ${index}: spoke to the customer, waits for a part`)
    if (kind < 0.8) return update('orders', order, 'orderStatusId', random.pick(statusIds.filter((id) => id !== current['orderStatusId'])))
    return update('orders', order, 'quotedCost', String(random.between(20, 400)))
  }
  const [busyOrder = random.pick(orders)] = orders
  const action = (index: number): Op => {
    if (index % busyOrderEvery === 0) return changeOrder(busyOrder, index)
    const kind = random.next()
    if (kind < 0.75) return changeOrder(random.pick(orders), index)
    if (kind < 0.88)
      return {
        action: 'create',
        collection: 'payments',
        id: newId(),
        values: { orderId: random.pick(orders).id, paymentText: null, paymentAmount: random.between(10, 200), afterTax: true },
      }
    return update('customers', random.pick(customers), 'customerNotes', `Asked on day ${index % 7}`)
  }
  return Array.from({ length: count }, (_, index) => ({
    id: newId(),
    shopId,
    at: new Date(now.getTime() - weekMs + Math.floor((weekMs * index) / count)).toISOString(),
    ops: [action(index)],
  }))
}
