import type { FirstPages } from './first-pages.ts'
import type { RowReads } from './unheld-reads.ts'

export type OrderTotals = { payments: number | null; costs: number | null }

/** Sums of what was paid and spent, for the orders of one page. Amounts are added in cents. */
export type Totals = { read: (orderIds: readonly string[]) => Promise<Map<string, OrderTotals>> }

export function createTotals(database: Pick<RowReads, 'collections' | 'findByMany'>, firstPages: Pick<FirstPages, 'withMissing'>): Totals {
  const sums = async (collection: 'payments' | 'costs', amountField: string, orderIds: readonly string[]): Promise<Map<string, number>> => {
    if (!database.collections.includes(collection)) return new Map()
    const stored = await database.findByMany(collection, 'orderId', orderIds)
    const rows = await firstPages.withMissing(collection, stored, ({ orderId }) => orderIds.includes(String(orderId)))
    const centsById = new Map<string, number>()
    for (const row of rows) {
      const orderId = String(row['orderId'])
      centsById.set(orderId, (centsById.get(orderId) ?? 0) + Math.round(Number(row[amountField]) * 100))
    }
    return centsById
  }
  return {
    async read(orderIds) {
      const [payments, costs] = await Promise.all([sums('payments', 'paymentAmount', orderIds), sums('costs', 'costAmount', orderIds)])
      return new Map(orderIds.map((id) => [id, { payments: toAmount(payments.get(id)), costs: toAmount(costs.get(id)) }]))
    },
  }
}

const toAmount = (cents: number | undefined): number | null => (cents === undefined ? null : cents / 100)
