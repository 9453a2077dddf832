import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Bootstrap } from '#schema/api/sync.ts'
import type { Employee } from '#schema/collections/people/employees.ts'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Notice } from '#schema/rules/merge/notices.ts'
import type { Device } from '../device-types.ts'
import type { CheckProgress, CheckResult } from '../recovery/device-check.ts'
import type { NewerItem } from '../recovery/newer-store.ts'
import type { Renumbered } from '../numbers/renumbered.ts'
import type { RefusedChange } from '../outbox/refused.ts'
import type { SetBackNote } from '../outbox/sent.ts'
import type { ShopCounts } from '../lists/shop-counts.ts'
import { isPersonalStored } from '../storage/identity-store.ts'
import type { SyncStatus } from '../sync/status.ts'
import type { WaitingChange } from '../outbox/unsent/waiting-changes.ts'
import { presentCorrectionMs, watchClock } from '../platform/device-clock.ts'
import { useDevice } from './provider.tsx'
import type { Readable } from '../platform/observable.ts'

const useReadable = <T>(readable: Readable<T>): T => useSyncExternalStore(readable.subscribe, readable.get)

export const useSyncStatus = (): SyncStatus => useReadable(useDevice().sync.status)

/** A part of the sync status, so that only its readers render again while a first sync counts rows. */
export function useOfSyncStatus<T extends string | number | boolean | null>(pick: (status: SyncStatus) => T): T {
  const { status } = useDevice().sync
  return useSyncExternalStore(status.subscribe, () => pick(status.get()))
}

export const useIsFirstSync = (): boolean => useOfSyncStatus(({ firstSync }) => firstSync !== null)
export const useIsOffline = (): boolean => useOfSyncStatus(({ state }) => state === 'offline')

export const useRefusedChanges = (): RefusedChange[] => useReadable(useDevice().refused.changes)

/** A live read of this device's store, in all tabs; undefined while it loads and if the storage fails. */
function useStored<T>(read: (device: Device) => Promise<T>): T | undefined {
  const device = useDevice()
  return useLiveQuery(() => read(device).catch(() => undefined), [device])
}

export const useNotices = (): Notice[] | undefined => useStored(({ notices }) => notices.list())
export const useRenumbered = (): Renumbered[] | undefined => useStored(({ numbers }) => numbers.renumbered.list())
export const useSetBack = (): SetBackNote | null => useStored(({ recovery }) => recovery.setBack.read()) ?? null

/** Whether a user has a PIN on this device; undefined while it loads and if the storage fails. */
export const useHasPin = (userId: string | undefined): boolean | undefined =>
  useLiveQuery(() => (userId === undefined ? undefined : isPersonalStored('pin', userId).catch(() => undefined)), [userId])

export const useDiscardedChanges = (): RefusedChange[] => useReadable(useDevice().refused.discarded)
export const useNewerRows = (): NewerItem[] => useReadable(useDevice().recovery.newer.items)
export function useCheck(): { progress: CheckProgress | null; result: CheckResult | null } {
  const device = useDevice()
  return { progress: useReadable(device.recovery.check.progress), result: useStored(({ recovery }) => recovery.check.readResult()) ?? null }
}
export const useWaitingChanges = (): WaitingChange[] => useReadable(useDevice().outbox.waiting)

/** Shops, statuses, look-ups, users and privileges as of the last connection; null before the first one. */
export const useBootstrap = (): Bootstrap | null => useReadable(useDevice().sync.bootstrap)

/** Milliseconds to add to this device's time, as of the last connection; 0 if its clock is right. */
export const useClockCorrectionMs = (): number => useSyncExternalStore(watchClock, presentCorrectionMs)

export function useIsUnsent(collection: CollectionName, id: string): boolean {
  const device = useDevice()
  return useSyncExternalStore(device.outbox.waiting.subscribe, () => device.outbox.isUnsent(collection, id))
}

export function useShopCounts(shopId: string): ShopCounts {
  const device = useDevice()
  return useReadable(useMemo(() => device.lists.watchCounts(shopId), [device, shopId]))
}

/** All rows of a small collection of the shop, live; undefined while loading. */
export function useShopRows<N extends CollectionName>(collection: N, shopId: string): DocumentByCollection[N][] | undefined {
  const device = useDevice()
  const [held, setHeld] = useState<{ shopId: string; rows: DocumentByCollection[N][] }>()
  useEffect(() => device.rows.watchShop(collection, shopId, (rows) => setHeld({ shopId, rows })), [device, collection, shopId])
  return held?.shopId === shopId ? held.rows : undefined
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name)

export function useEmployees(shopId: string): Employee[] {
  const rows = useShopRows('employees', shopId)
  return useMemo(() => (rows ?? []).toSorted(byName), [rows])
}
