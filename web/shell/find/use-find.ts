import { useEffect, useState } from 'react'
import type { Asset } from '#schema/collections/work/assets.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Product } from '#schema/collections/stock/products.ts'
import { type FindQuery, readFindQuery } from '#schema/rules/find/find-query.ts'
import type { MatchKind } from '#schema/rules/find/rank.ts'
import type { FindAnswer, Finder, ReadRows } from '#web/device/lists/find/finder.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useFinder } from '#web/device/react/use-finder.ts'
import { withoutPrintWords } from './acts.ts'
import type { RecentRow } from './recents.ts'

export type FoundOrder = { order: Order; customer: Customer | undefined; asset: Asset | undefined }

export type ShownRow = { kind: 'order'; found: FoundOrder } | { kind: 'customer'; customer: Customer } | { kind: 'product'; product: Product }

/** The results for `typed`, with their rows. `printed`: the order whose papers are offered. */
export type Shown = {
  typed: string
  query: FindQuery
  best: { orders: MatchKind | undefined; customers: MatchKind | undefined }
  orders: readonly FoundOrder[]
  customers: readonly Customer[]
  products: readonly Product[]
  recent: readonly ShownRow[]
  totals: { orders: number; customers: number; products: number }
  isComplete: boolean
  printed: Order | undefined
}

/** Undefined before the first results; later the previous ones stay until the next arrive. */
export function useFind(shopId: string, isOpen: boolean, typed: string, recentRows: readonly RecentRow[]): { shown: Shown | undefined; hasFailed: boolean } {
  const { rows } = useDevice()
  const { finder, version, hasFailed } = useFinder(shopId, isOpen)
  const [shown, setShown] = useState<Shown>()
  const [isUnreadable, setIsUnreadable] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    let isOver = false
    void readShown(typed, finder, finder?.readRows ?? rows.readMany, recentRows).then(
      (read) => {
        if (isOver) return
        setShown(read)
        setIsUnreadable(false)
      },
      () => isOver || setIsUnreadable(true),
    )
    return () => {
      isOver = true
    }
  }, [isOpen, typed, finder, version, rows, recentRows])
  return { shown, hasFailed: hasFailed || isUnreadable }
}

const unread = { ids: [], best: undefined, total: 0, isComplete: false }

const find = (finder: Finder | undefined, typed: string): FindAnswer =>
  finder?.find(typed) ?? { query: readFindQuery(typed), orders: unread, customers: unread, products: unread }

async function readShown(typed: string, finder: Finder | undefined, readRows: ReadRows, recentRows: readonly RecentRow[]): Promise<Shown> {
  const answer = find(finder, typed)
  const printedOf = withoutPrintWords(typed)
  const named = printedOf === undefined ? answer : find(finder, printedOf)
  const printedId = printedOf !== undefined || named.orders.best === 'ticket' ? named.orders.ids[0] : undefined
  const recentIds = (collection: RecentRow['collection']): string[] =>
    typed.trim() === '' ? recentRows.flatMap((row) => (row.collection === collection ? [row.id] : [])) : []
  const [orders, customers, products, [printed], recentOrders, recentCustomers, recentProducts] = await Promise.all([
    readOrders(readRows, answer.orders.ids),
    readRows('customers', answer.customers.ids),
    readRows('products', answer.products.ids),
    printedId === undefined ? [] : readRows('orders', [printedId]),
    readOrders(readRows, recentIds('orders')),
    readRows('customers', recentIds('customers')),
    readRows('products', recentIds('products')),
  ])
  const recentById = new Map<string, ShownRow>([
    ...recentOrders.map((found): [string, ShownRow] => [found.order.id, { kind: 'order', found }]),
    ...recentCustomers.map((customer): [string, ShownRow] => [customer.id, { kind: 'customer', customer }]),
    ...recentProducts.map((product): [string, ShownRow] => [product.id, { kind: 'product', product }]),
  ])
  return {
    typed,
    query: answer.query,
    best: { orders: answer.orders.best, customers: answer.customers.best },
    orders,
    customers,
    products,
    recent: recentRows.flatMap(({ id }) => recentById.get(id) ?? []),
    totals: { orders: answer.orders.total, customers: answer.customers.total, products: answer.products.total },
    isComplete: answer.orders.isComplete && answer.customers.isComplete && answer.products.isComplete && named.orders.isComplete,
    printed,
  }
}

async function readOrders(readRows: ReadRows, ids: readonly string[]): Promise<FoundOrder[]> {
  const orders = await readRows('orders', ids)
  const [customers, assets] = await Promise.all([
    readRows('customers', [...new Set(orders.flatMap(({ customerId }) => customerId ?? []))]),
    readRows('assets', [...new Set(orders.flatMap(({ assetId }) => assetId ?? []))]),
  ])
  const customerById = new Map(customers.map((customer) => [customer.id, customer]))
  const assetById = new Map(assets.map((asset) => [asset.id, asset]))
  return orders.map((order) => ({ order, customer: customerById.get(order.customerId ?? ''), asset: assetById.get(order.assetId ?? '') }))
}
