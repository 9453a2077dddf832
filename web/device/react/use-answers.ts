import { useEffect, useMemo, useState } from 'react'
import type { Asset } from '#schema/collections/work/assets.ts'
import type { ChecklistItem } from '#schema/collections/work/checklist-items.ts'
import type { Message } from '#schema/collections/work/messages.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import { useDevice } from './provider.tsx'
import type { Payment } from '#schema/collections/work/payments.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { WarrantyOrder } from '#schema/rules/orders/warranty.ts'
import { readWarranty, type Warranty } from '../lists/read-warranty.ts'
import type { OrderMoney } from '../lists/totals.ts'
import { useBootstrap, useShopRows } from './use-device.ts'

/** Live rows of a collection that belong to an order; undefined while loading. */
export function useRowsOfOrder<N extends CollectionName>(collection: N, shopId: string, orderId: string): DocumentByCollection[N][] | undefined {
  const device = useDevice()
  return useAnswer(shopId, `${collection}/${orderId}`, [collection], () => device.rows.listOf(collection, 'orderId', orderId))
}

/**
 * What an order costs and what was paid, live; undefined while loading. `customerId`: of another customer than the
 * stored one, who may be chosen but not saved.
 */
export function useOrderMoney(shopId: string, orderId: string, customerId?: string): { order: Order; money: OrderMoney } | undefined {
  const device = useDevice()
  const { taxMode, currency } = useBootstrap()?.shops.find(({ id }) => id === shopId)?.profile ?? {}
  return useAnswer(shopId, ['money', orderId, customerId, taxMode, currency].join('/'), moneyCollections, async () => {
    const order = await device.rows.read('orders', orderId)
    if (order === undefined) return undefined
    const money = (await device.rows.readMoney(shopId, [{ ...order, customerId: customerId || order.customerId }])).get(orderId)
    return money && { order, money }
  })
}

/** The warranty of an order, live; undefined while loading. */
export function useWarranty(shopId: string, order: WarrantyOrder | undefined): Warranty | undefined {
  const device = useDevice()
  const { warrantyDays = 0, effectiveTimeZone: timeZone = 'UTC' } = useBootstrap()?.shops.find(({ id }) => id === shopId)?.profile ?? {}
  const key = order && [order.id, order.orderStatusId, order.statusChangedAt, order.claimOf, warrantyDays, timeZone].join('/')
  const answer = useAnswer(shopId, key ?? '', ['orders', 'order_lines', 'services'], async () =>
    order === undefined ? undefined : { key, warranty: await readWarranty(device.rows, order, { warrantyDays, timeZone }) },
  )
  return answer?.key === key ? answer?.warranty : undefined
}

/** By which rates an order that is not stored yet would be taxed, live; undefined while loading. */
export function useSalePricing(shopId: string, customerId: string | null): Pick<OrderMoney, 'pricing' | 'isExempt'> | undefined {
  const device = useDevice()
  const { taxMode, currency } = useBootstrap()?.shops.find(({ id }) => id === shopId)?.profile ?? {}
  return useAnswer(shopId, ['pricing', customerId, taxMode, currency].join('/'), ['tax_rates', 'customers'], async () =>
    (await device.rows.readMoney(shopId, [{ id: '', customerId, quotedCost: null, quoteFromLines: false }], new Map())).get(''),
  )
}

/** Payments of some tills, live; `ids` separated by commas. Undefined while loading. */
export function useTillPayments(shopId: string, ids: string): Payment[] | undefined {
  const device = useDevice()
  const read = useAnswer(shopId, `tills/${ids}`, ['payments'], async () => {
    const lists = await Promise.all(ids.split(',').flatMap((id) => (id === '' ? [] : [device.rows.listOf('payments', 'tillDayId', id)])))
    return { ids, payments: lists.flat() }
  })
  return read?.ids === ids ? read.payments : undefined
}

const moneyCollections = ['orders', 'payments', 'order_lines', 'tax_rates', 'products', 'customers'] as const

/** Live messages of the shop, oldest first: unread ones from customers, or failed ones; undefined while loading. */
export function useMessagesIn(shopId: string, state: 'received' | 'failed'): Message[] | undefined {
  const device = useDevice()
  const rows = useAnswer(shopId, `messages/${state}`, ['messages'], () => device.rows.listOf('messages', 'state', state))
  return useMemo(() => rows?.filter((row) => row.shopId === shopId).toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1)), [rows, shopId])
}

/** A customer's devices, latest first, live; undefined while loading. */
export function useAssetsOfCustomer(shopId: string, customerId: string): Asset[] | undefined {
  const device = useDevice()
  const rows = useAnswer(shopId, `assets/${customerId}`, ['assets'], async () => ({
    customerId,
    rows: await device.rows.listOf('assets', 'customerId', customerId),
  }))
  // Keep the former customer's rows out until the next one's are read.
  return useMemo(() => (rows?.customerId === customerId ? rows.rows.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)) : undefined), [rows, customerId])
}

/** Living rows of the shop of which `field` holds one of the values, live; undefined while loading. */
export function useRowsWith<N extends CollectionName>(
  collection: N,
  shopId: string,
  field: keyof DocumentByCollection[N] & string,
  values: readonly string[],
): DocumentByCollection[N][] | undefined {
  const device = useDevice()
  const rows = useAnswer(shopId, `${collection}/${field}/${values.join()}`, [collection], async () => {
    const found = await Promise.all(values.map((value) => device.rows.listOf(collection, field, value)))
    return found.flat()
  })
  return useMemo(() => rows?.filter((row) => row.shopId === shopId), [rows, shopId])
}

/** The rows with these ids, live; undefined while loading. */
export function useRowsById<N extends CollectionName>(collection: N, shopId: string, ids: readonly string[]): DocumentByCollection[N][] | undefined {
  const device = useDevice()
  return useAnswer(shopId, `${collection}/${ids.join()}`, [collection], () => device.rows.readMany(collection, ids))
}

/** Live rows by id: undefined for a row that is not on this device; a missing id is still loading. */
export function useReadById<N extends CollectionName>(
  collection: N,
  shopId: string,
  ids: readonly string[],
): ReadonlyMap<string, DocumentByCollection[N] | undefined> {
  const device = useDevice()
  const read = useAnswer(shopId, `${collection}/${ids.join()}`, [collection], async () => {
    const rowById = new Map<string, DocumentByCollection[N]>((await device.rows.readMany(collection, ids)).map((row) => [row.id, row]))
    return new Map(ids.map((id) => [id, rowById.get(id)]))
  })
  return read ?? nothingRead
}

const nothingRead: ReadonlyMap<string, never> = new Map<string, never>()

const byAge = (a: ChecklistItem, b: ChecklistItem): number => (a.createdAt === b.createdAt ? a.name.localeCompare(b.name) : a.createdAt < b.createdAt ? -1 : 1)

/** How many living rows of the shop this device holds, live; undefined while counting. */
export function useCount(collection: 'orders' | 'customers' | 'products', shopId: string): number | undefined {
  const { rows } = useDevice()
  const [count, setCount] = useState<number>()
  useEffect(() => {
    let isOver = false
    const read = (): void =>
      void rows.count(collection, shopId).then(
        (counted) => isOver || setCount(counted),
        () => undefined,
      )
    read()
    const stop = rows.watchCollection(collection, read)
    return () => {
      isOver = true
      stop()
    }
  }, [rows, collection, shopId])
  return count
}

/** The shop's drop-off checklist in the order of creation; undefined while loading. */
export function useChecklistItems(shopId: string): ChecklistItem[] | undefined {
  const rows = useShopRows('checklist_items', shopId)
  return useMemo(() => rows?.toSorted(byAge), [rows])
}

/** Customers for the picker, by part of the name or digits of a phone; all by name for an empty query. */
export function useCustomerSearch(shopId: string, query: string, limit: number): Customer[] {
  const device = useDevice()
  return useAnswer(shopId, `${limit}/${query}`, ['customers'], () => device.lists.searchCustomers(shopId, query, limit)) ?? noCustomers
}

/** Customers whose main or alternate phone ends with the last four typed digits. */
export function useMatchingCustomers(shopId: string, typedPhone: string): Customer[] {
  const device = useDevice()
  return useAnswer(shopId, typedPhone, ['customers'], () => device.lists.findMatchingCustomers(shopId, typedPhone)) ?? noCustomers
}

/** The longest name of a customer; undefined while loading and without customers. */
export function useLongestName(shopId: string): string | undefined {
  const device = useDevice()
  return useAnswer(shopId, '', ['customers'], () => device.lists.findLongestName(shopId))?.name
}

const noCustomers: Customer[] = []

/** Asks again when `key` or one of the collections changes; the former result stays until then, but never another shop's. */
function useAnswer<T>(shopId: string, key: string, collections: readonly CollectionName[], ask: () => Promise<T | undefined>): T | undefined {
  const device = useDevice()
  const [held, setHeld] = useState<{ shopId: string; answer: T } | undefined>(undefined)
  useEffect(() => {
    let isOver = false
    let isAsking = false
    let isDue = false
    const run = async (): Promise<void> => {
      if (isAsking) {
        isDue = true
        return
      }
      isAsking = true
      do {
        isDue = false
        const next = await ask().catch(() => undefined)
        if (isOver) return
        if (next !== undefined) setHeld({ shopId, answer: next })
      } while (isDue)
      isAsking = false
    }
    void run()
    const stops = collections.map((collection) => device.rows.watchCollection(collection, () => void run()))
    return () => {
      isOver = true
      for (const stop of stops) stop()
    }
    // `ask` changes on each render; `key` identifies the question.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [device, shopId, key])
  return held?.shopId === shopId ? held.answer : undefined
}
