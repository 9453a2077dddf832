import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Bootstrap } from '#schema/api/sync.ts'
import type { ChecklistItem } from '#schema/collections/work/checklist-items.ts'
import type { Asset } from '#schema/collections/work/assets.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Employee } from '#schema/collections/people/employees.ts'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Notice } from '#schema/rules/merge/notices.ts'
import type { CheckProgress, CheckResult } from '../recovery/device-check.ts'
import type { NewerItem } from '../recovery/newer-book.ts'
import type { Renumbered } from '../numbers/renumbered.ts'
import type { RefusedChange } from '../outbox/refused.ts'
import type { SetBackNote } from '../outbox/sent.ts'
import type { ShopCounts } from '../lists/shop-counts.ts'
import type { SyncStatus } from '../sync/status.ts'
import type { WaitingChange } from '../outbox/unsent/waiting-changes.ts'
import { presentCorrectionMs, watchClock } from '../platform/device-clock.ts'
import { useDevice } from './provider.tsx'
import type { Readable } from '../platform/observable.ts'

const useReadable = <T>(readable: Readable<T>): T => useSyncExternalStore(readable.subscribe, readable.get)

export const useSyncStatus = (): SyncStatus => useReadable(useDevice().sync.status)

/** What one looks for in it: while a first sync counts rows, only what shows the count renders again. */
export function useOfSyncStatus<T extends string | number | boolean | null>(pick: (status: SyncStatus) => T): T {
  const { status } = useDevice().sync
  return useSyncExternalStore(status.subscribe, () => pick(status.get()))
}

export const useIsFirstSync = (): boolean => useOfSyncStatus(({ firstSync }) => firstSync !== null)
export const useIsOffline = (): boolean => useOfSyncStatus(({ state }) => state === 'offline')

export const useRefusedChanges = (): RefusedChange[] => useReadable(useDevice().refused.changes)
export const useNotices = (): Notice[] => useReadable(useDevice().notices.unread)
export const useRenumbered = (): Renumbered[] => useReadable(useDevice().numbers.renumbered)
export const useDiscardedChanges = (): RefusedChange[] => useReadable(useDevice().refused.discarded)
export const useNewerRows = (): NewerItem[] => useReadable(useDevice().recovery.newer.items)
export const useSetBack = (): SetBackNote | null => useReadable(useDevice().recovery.setBack.note)
export function useCheck(): { progress: CheckProgress | null; result: CheckResult | null } {
  const device = useDevice()
  return { progress: useReadable(device.recovery.check.progress), result: useReadable(device.recovery.check.result) }
}
export const useWaitingChanges = (): WaitingChange[] => useReadable(useDevice().outbox.waiting)

/** Shops, statuses, look-ups, users and privileges as of the last connection; null on a device that never had one. */
export const useBootstrap = (): Bootstrap | null => useReadable(useDevice().sync.bootstrap)

/** What is to be added to this device's time, as of the last connection; 0 while its clock is right. */
export const useClockCorrectionMs = (): number => useSyncExternalStore(watchClock, presentCorrectionMs)

/** True while the row holds a change that the server has not confirmed. */
export function useIsUnsent(collection: CollectionName, id: string): boolean {
  const device = useDevice()
  return useSyncExternalStore(device.outbox.waiting.subscribe, () => device.outbox.isUnsent(collection, id))
}

export function useShopCounts(shopId: string): ShopCounts {
  const device = useDevice()
  return useReadable(useMemo(() => device.lists.watchCounts(shopId), [device, shopId]))
}

/** All rows of a small collection of the shop, live; undefined while they are read. */
export function useShopRows<N extends CollectionName>(collection: N, shopId: string): DocumentByCollection[N][] | undefined {
  const device = useDevice()
  const [held, setHeld] = useState<{ shopId: string; rows: DocumentByCollection[N][] }>()
  useEffect(() => device.rows.watchShop(collection, shopId, (rows) => setHeld({ shopId, rows })), [device, collection, shopId])
  return held?.shopId === shopId ? held.rows : undefined
}

/** Rows of a collection that belong to an order, live; undefined while they are read. */
export function useRowsOfOrder<N extends CollectionName>(collection: N, shopId: string, orderId: string): DocumentByCollection[N][] | undefined {
  const device = useDevice()
  return useAnswer(shopId, `${collection}/${orderId}`, [collection], () => device.rows.listOf(collection, 'orderId', orderId))
}

/** A customer's devices, latest first, live; undefined while they are read. */
export function useAssetsOfCustomer(shopId: string, customerId: string): Asset[] | undefined {
  const device = useDevice()
  const rows = useAnswer(shopId, `assets/${customerId}`, ['assets'], async () => ({
    customerId,
    rows: await device.rows.listOf('assets', 'customerId', customerId),
  }))
  // The former customer's stay until those of the next one are read.
  return useMemo(() => (rows?.customerId === customerId ? rows.rows.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)) : undefined), [rows, customerId])
}

/** The rows with these ids, live; undefined while they are read. */
export function useRowsById<N extends CollectionName>(collection: N, shopId: string, ids: readonly string[]): DocumentByCollection[N][] | undefined {
  const device = useDevice()
  return useAnswer(shopId, `${collection}/${ids.join()}`, [collection], () => device.rows.readMany(collection, ids))
}

/** What was read of rows by their ids, live: undefined stands for a row that is not on this device, and an id that is not in it is still being read. */
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

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name)

/** The shop's employees by name. */
export function useEmployees(shopId: string): Employee[] {
  const rows = useShopRows('employees', shopId)
  return useMemo(() => (rows ?? []).toSorted(byName), [rows])
}

const byAge = (a: ChecklistItem, b: ChecklistItem): number => (a.createdAt === b.createdAt ? byName(a, b) : a.createdAt < b.createdAt ? -1 : 1)

/** The shop's drop-off checklist in the order in which its items were added; undefined while it is read. */
export function useChecklistItems(shopId: string): ChecklistItem[] | undefined {
  const rows = useShopRows('checklist_items', shopId)
  return useMemo(() => rows?.toSorted(byAge), [rows])
}

/** Customers for the picker: part of the name or digits of a phone (CUST-09); all of them, by name, for an empty query. */
export function useCustomerSearch(shopId: string, query: string, limit: number): Customer[] {
  const device = useDevice()
  return useAnswer(shopId, `${limit}/${query}`, ['customers'], () => device.lists.searchCustomers(shopId, query, limit)) ?? noCustomers
}

/** Customers whose main or alternate phone ends with the last four typed digits (CUST-24..26). */
export function useMatchingCustomers(shopId: string, typedPhone: string): Customer[] {
  const device = useDevice()
  return useAnswer(shopId, typedPhone, ['customers'], () => device.lists.findMatchingCustomers(shopId, typedPhone)) ?? noCustomers
}

const noCustomers: Customer[] = []

/**
 * Asks again when `key` or one of the collections changes; the former answer stays until the new one is there. Another shop's
 * answer never does.
 */
function useAnswer<T>(shopId: string, key: string, collections: readonly CollectionName[], ask: () => Promise<T>): T | undefined {
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
    // `ask` is a new function on each render; the key says when it asks something else.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [device, shopId, key])
  return held?.shopId === shopId ? held.answer : undefined
}
