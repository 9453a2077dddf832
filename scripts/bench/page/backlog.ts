import type { Mutation, Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/values/merge.ts'
import { createRandom } from '#scripts/demo/random.ts'

/** The fields of a row that are changed here. */
export type BacklogRow = { id: string; [field: string]: unknown }

export type BacklogOptions = {
  shopId: string
  orders: readonly BacklogRow[]
  customers: readonly BacklogRow[]
  statusIds: readonly string[]
  count: number
  /** End of the week over which the mutations are spread. */
  now: Date
  newId: () => string
}

const weekMs = 7 * 86_400_000
/** One mutation in this many changes the same busy order. */
const busyOrderEvery = 25

/**
 * The mutations in a device's outbox after a week without a network: notes, statuses, quotes, payments and customers' data over many
 * rows, and hundreds of changes of one order. Each mutation starts from the values that the one before it wrote.
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
