import type { CollectionName } from '#schema/collections/index.ts'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { type EstimateMark, findEstimateMark } from '#schema/rules/estimates/estimate-mark.ts'
import type { BalanceInput } from '#schema/rules/money/balance.ts'
import type { PriceLine, Pricing } from '#schema/rules/money/price.ts'
import { sumAmounts } from '#schema/values/money.ts'
import { paymentToSigned } from '#schema/values/payments/payment-kind.ts'
import type { Row } from '../rows/rows.ts'
import type { FirstPages } from './first-pages.ts'
import type { RowReads } from './unheld-reads.ts'
import type { RowListener } from './row-cache.ts'

/** Sums are null without rows. */
type OrderTotals = {
  payments: number | null
  costs: number | null
  estimate: EstimateMark | null
  lines: readonly OrderLine[]
  paid: readonly Pick<Payment, 'paymentAmount' | 'kind' | 'method'>[]
}

/** What `toBalance` needs of an order. */
export type OrderMoney = BalanceInput<OrderLine & Pick<PriceLine, 'productTaxRateId'>>

/** The money of one page of orders: payments, costs, lines, and the state of estimates. */
export type Totals = {
  read: (orderIds: readonly string[]) => Promise<ReadonlyMap<string, OrderTotals>>
  /** By order id; `totals`: where they are read already. */
  readMoney: (shopId: string, orders: readonly PricedOrder[], totals?: ReadonlyMap<string, OrderTotals>) => Promise<ReadonlyMap<string, OrderMoney>>
}

type PricedOrder = Pick<Order, 'id' | 'customerId' | 'quotedCost' | 'quoteFromLines'>

export const summedCollections: readonly CollectionName[] = ['payments', 'costs', 'order_lines', 'estimates']

/** Orders whose money is cached until any of it changes. */
const heldMax = 1_000

type Options = {
  database: Pick<RowReads, 'collections' | 'findByMany'>
  firstPages: Pick<FirstPages, 'isOpen' | 'withMissing'>
  onChanges: (collection: CollectionName, listener: RowListener) => () => void
  readRows: (collection: 'customers' | 'products', ids: readonly string[]) => Promise<readonly { id: string; taxExempt?: boolean; taxRateId?: string | null }[]>
  readPricing: (shopId: string) => Promise<Pricing>
}

export function createTotals({ database, firstPages, onChanges, readRows, readPricing }: Options): Totals {
  let held = new Map<string, OrderTotals>()
  for (const collection of summedCollections) onChanges(collection, () => (held = new Map()))
  const readOfOrders = async (collection: CollectionName, orderIds: readonly string[]): Promise<Map<string, Row[]>> => {
    if (!database.collections.includes(collection)) return new Map()
    const stored = await database.findByMany(collection, 'orderId', orderIds)
    const rows = await firstPages.withMissing(collection, stored, ({ orderId }) => orderIds.includes(String(orderId)))
    return Map.groupBy(rows, ({ orderId }) => String(orderId))
  }
  const readHeld = async (collection: 'customers' | 'products', ids: Iterable<string>) => {
    const wanted = [...new Set(ids)]
    return wanted.length === 0 || !database.collections.includes(collection) ? [] : readRows(collection, wanted)
  }
  const read: Totals['read'] = async (orderIds) => {
    // A change during this read replaces the map, which outdated money must not enter.
    const known = held
    const unknown = orderIds.filter((id) => !known.has(id))
    if (unknown.length === 0) return known
    const [payments, costs, lines, estimates] = await Promise.all([
      readOfOrders('payments', unknown),
      readOfOrders('costs', unknown),
      readOfOrders('order_lines', unknown),
      readOfOrders('estimates', unknown),
    ])
    // Amounts of first pages expire without a change, so do not cache them.
    if ((known.size > heldMax || firstPages.isOpen) && held === known) held = new Map()
    for (const id of unknown) {
      const paid = (payments.get(id) ?? []).map(toPaid)
      known.set(id, {
        payments: sumOrNull(paid.map(paymentToSigned)),
        costs: sumOrNull((costs.get(id) ?? []).map(({ costAmount }) => Number(costAmount))),
        estimate: findEstimateMark((estimates.get(id) ?? []).map(toMarked)),
        lines: (lines.get(id) ?? []).map(toLine),
        paid,
      })
    }
    return known
  }
  return {
    read,
    async readMoney(shopId, orders, totals) {
      const [pricing, totalsById] = await Promise.all([readPricing(shopId), totals ?? read(orders.map(({ id }) => id))])
      const linesOf = (id: string): readonly OrderLine[] => totalsById.get(id)?.lines ?? []
      const isTaxed = pricing.taxMode !== 'none'
      const [customers, products] = await Promise.all([
        readHeld('customers', isTaxed ? orders.flatMap(({ customerId }) => customerId ?? []) : []),
        readHeld('products', isTaxed ? orders.flatMap(({ id }) => linesOf(id).flatMap(({ productId }) => productId ?? [])) : []),
      ])
      const exempt = new Set(customers.flatMap(({ id, taxExempt }) => (taxExempt === true ? [id] : [])))
      const rateByProduct = new Map(products.map(({ id, taxRateId }) => [id, taxRateId]))
      return new Map(
        orders.map(({ id, customerId, quotedCost, quoteFromLines }) => [
          id,
          {
            quotedCost,
            quoteFromLines,
            lines: linesOf(id).map((line) => ({ ...line, productTaxRateId: rateByProduct.get(line.productId ?? '') })),
            payments: totalsById.get(id)?.paid ?? [],
            isExempt: exempt.has(customerId ?? ''),
            pricing,
          },
        ]),
      )
    },
  }
}

/** Safe cast: rows are stored under their collection's name. */
const toLine = (row: Row): OrderLine => row as unknown as OrderLine

const toPaid = (row: Row): OrderTotals['paid'][number] => ({
  paymentAmount: Number(row['paymentAmount']),
  kind: row['kind'] as Payment['kind'],
  method: (row['method'] ?? null) as Payment['method'],
})

const toMarked = (row: Row) => ({ state: row['state'], version: Number(row['version'] ?? 0), createdAt: row.createdAt })

const sumOrNull = (amounts: readonly number[]): number | null => (amounts.length === 0 ? null : sumAmounts(amounts))
