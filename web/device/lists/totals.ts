import type { CollectionName } from '#schema/collections/index.ts'
import { type EstimateMark, findEstimateMark } from '#schema/rules/estimates/estimate-mark.ts'
import { toLineTotal } from '#schema/rules/money/line-totals.ts'
import { paymentToSigned } from '#schema/values/payments/payment-kind.ts'
import type { Row } from '../rows/rows.ts'
import type { FirstPages } from './first-pages.ts'
import type { RowReads } from './unheld-reads.ts'
import type { RowListener } from './row-cache.ts'

export type OrderTotals = { payments: number | null; costs: number | null; lines: number | null; estimate: EstimateMark | null }

/** Sums of payments, costs, parts and labour, and the state of estimates, for one page of orders. Added in cents. */
export type Totals = { read: (orderIds: readonly string[]) => Promise<Map<string, OrderTotals>> }

export const summedCollections: readonly CollectionName[] = ['payments', 'costs', 'order_lines', 'estimates']

/** Orders whose sums are cached until any amount changes. */
const heldMax = 1_000

type Options = {
  database: Pick<RowReads, 'collections' | 'findByMany'>
  firstPages: Pick<FirstPages, 'isOpen' | 'withMissing'>
  onChanges: (collection: CollectionName, listener: RowListener) => () => void
}

export function createTotals({ database, firstPages, onChanges }: Options): Totals {
  let held = new Map<string, OrderTotals>()
  for (const collection of summedCollections) onChanges(collection, () => (held = new Map()))
  const readRows = async (collection: CollectionName, orderIds: readonly string[]): Promise<Row[]> => {
    if (!database.collections.includes(collection)) return []
    const stored = await database.findByMany(collection, 'orderId', orderIds)
    return firstPages.withMissing(collection, stored, ({ orderId }) => orderIds.includes(String(orderId)))
  }
  const sums = async (
    collection: 'payments' | 'costs' | 'order_lines',
    toAmount: (row: Row) => number,
    orderIds: readonly string[],
  ): Promise<Map<string, number>> => {
    const centsById = new Map<string, number>()
    for (const row of await readRows(collection, orderIds)) {
      const orderId = String(row['orderId'])
      centsById.set(orderId, (centsById.get(orderId) ?? 0) + Math.round(toAmount(row) * 100))
    }
    return centsById
  }
  return {
    async read(orderIds) {
      // A change during this read replaces the map, which outdated sums must not enter.
      const known = held
      const unknown = orderIds.filter((id) => !known.has(id))
      if (unknown.length > 0) {
        const [payments, costs, lines, estimates] = await Promise.all([
          sums('payments', paidOf, unknown),
          sums('costs', spentOf, unknown),
          sums('order_lines', pricedOf, unknown),
          readRows('estimates', unknown),
        ])
        // Amounts of first pages expire without a change, so do not cache them.
        if ((known.size > heldMax || firstPages.isOpen) && held === known) held = new Map()
        const estimatesById = Map.groupBy(estimates, ({ orderId }) => String(orderId))
        for (const id of unknown)
          known.set(id, {
            payments: centsToTotal(payments.get(id)),
            costs: centsToTotal(costs.get(id)),
            lines: centsToTotal(lines.get(id)),
            estimate: findEstimateMark((estimatesById.get(id) ?? []).map(toMarked)),
          })
      }
      return known
    },
  }
}

const paidOf = (row: Row): number => paymentToSigned({ kind: row['kind'], paymentAmount: Number(row['paymentAmount']) })
const pricedOf = (row: Row): number => toLineTotal({ quantity: Number(row['quantity']), unitPrice: Number(row['unitPrice']) })
const spentOf = (row: Row): number => Number(row['costAmount'])

const toMarked = (row: Row) => ({ state: row['state'], version: Number(row['version'] ?? 0), createdAt: row.createdAt })

const centsToTotal = (cents: number | undefined): number | null => (cents === undefined ? null : cents / 100)
