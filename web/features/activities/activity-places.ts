import { useCallback, useMemo } from 'react'
import type { Activity } from '#schema/collections/people/activities.ts'
import type { OpenedFrom } from '#web/navigation/order-address.ts'
import { dashboardPath, deletedPath } from '#web/navigation/paths.ts'
import { useRowsById } from '#web/device/react/use-answers.ts'
import { useIsFirstSync } from '#web/device/react/use-device.ts'

/** Where an entry of the log leads. */
export type ActivityPlace = {
  to: string
  state?: OpenedFrom
  isDeleted: boolean
  /** Of the order; null until the server has given one. */
  number?: number | null | undefined
}

/** Living rows that the entries are about; undefined while they are read. */
type KnownPlaces = { numberByOrderId: ReadonlyMap<string, number | null> | undefined; customerIds: ReadonlySet<string> | undefined }

/** Its order, else its customer's orders; what is not on this device any more was deleted, and may be brought back. */
export function activityToPlace(
  { orderId, customerId }: Pick<Activity, 'orderId' | 'customerId'>,
  shopId: string,
  { numberByOrderId, customerIds }: KnownPlaces,
): ActivityPlace | undefined {
  const deleted = { to: deletedPath(shopId), isDeleted: true }
  if (orderId !== null) {
    if (numberByOrderId === undefined) return undefined
    if (!numberByOrderId.has(orderId)) return deleted
    const number = numberByOrderId.get(orderId)
    return { to: dashboardPath({ shopId, tab: 'activities', orderId }), state: { isFromList: true }, isDeleted: false, number }
  }
  if (customerId === null || customerIds === undefined) return undefined
  return customerIds.has(customerId) ? { to: dashboardPath({ shopId, customerId }), isDeleted: false } : deleted
}

const toIds = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))].toSorted()

const toIdSet = (rows: readonly { id: string }[] | undefined): ReadonlySet<string> | undefined => rows && new Set(rows.map(({ id }) => id))

/** The places of the entries on the screen, from the rows of this device: they open without a network too. */
export function useActivityPlaces(shopId: string, activities: readonly Activity[]): (activity: Activity) => ActivityPlace | undefined {
  const orderIds = useMemo(() => toIds(activities.map(({ orderId }) => orderId)), [activities])
  const customerIds = useMemo(() => toIds(activities.map(({ customerId, orderId }) => (orderId === null ? customerId : null))), [activities])
  const orders = useRowsById('orders', shopId, orderIds)
  const customers = useRowsById('customers', shopId, customerIds)
  const isFirstSync = useIsFirstSync()
  const known = useMemo(
    // Before the first sync is through a row that is lacking may still come.
    (): KnownPlaces =>
      isFirstSync
        ? { numberByOrderId: undefined, customerIds: undefined }
        : { numberByOrderId: orders && new Map(orders.map(({ id, number }) => [id, number])), customerIds: toIdSet(customers) },
    [isFirstSync, orders, customers],
  )
  return useCallback((activity) => activityToPlace(activity, shopId, known), [shopId, known])
}
