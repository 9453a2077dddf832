import { useCallback, useMemo } from 'react'
import type { Activity } from '#schema/collections/people/activities.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { OpenedFrom } from '#web/navigation/order-address.ts'
import { dashboardPath, deletedPath } from '#web/navigation/paths.ts'
import { useReadById } from '#web/device/react/use-answers.ts'
import { useIsFirstSync } from '#web/device/react/use-device.ts'

/** The link target of a log entry. */
export type ActivityPlace = {
  to: string
  state?: OpenedFrom
  isDeleted: boolean
  /** The order's number; null until the server assigns one. */
  number?: number | null | undefined
}

/** Rows by id: undefined means not on this device; a row still being read has no key. */
type KnownPlaces = {
  orderById: ReadonlyMap<string, Pick<Order, 'number'> | undefined>
  customerById: ReadonlyMap<string, object | undefined>
}

/** Links to the order, else to the customer's orders. A row missing on this device was deleted, so link to Recently Deleted. */
export function activityToPlace(
  { orderId, customerId }: Pick<Activity, 'orderId' | 'customerId'>,
  shopId: string,
  { orderById, customerById }: KnownPlaces,
): ActivityPlace | undefined {
  const deleted = { to: deletedPath(shopId), isDeleted: true }
  if (orderId !== null) {
    if (!orderById.has(orderId)) return undefined
    const order = orderById.get(orderId)
    if (order === undefined) return deleted
    return { to: dashboardPath({ shopId, tab: 'activities', orderId }), state: { isFromList: true }, isDeleted: false, number: order.number }
  }
  if (customerId === null || !customerById.has(customerId)) return undefined
  return customerById.get(customerId) === undefined ? deleted : { to: dashboardPath({ shopId, customerId }), isDeleted: false }
}

const toIds = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))].toSorted()

const nothingKnown: KnownPlaces = { orderById: new Map(), customerById: new Map() }

/** Link targets from rows of this device, so that they work offline. */
export function useActivityPlaces(shopId: string, activities: readonly Activity[]): (activity: Activity) => ActivityPlace | undefined {
  const orderIds = useMemo(() => toIds(activities.map(({ orderId }) => orderId)), [activities])
  const customerIds = useMemo(() => toIds(activities.map(({ customerId, orderId }) => (orderId === null ? customerId : null))), [activities])
  const orderById = useReadById('orders', shopId, orderIds)
  const customerById = useReadById('customers', shopId, customerIds)
  const isFirstSync = useIsFirstSync()
  const known = useMemo(
    // During the first sync a missing row may still arrive.
    () => (isFirstSync ? nothingKnown : { orderById, customerById }),
    [isFirstSync, orderById, customerById],
  )
  return useCallback((activity) => activityToPlace(activity, shopId, known), [shopId, known])
}
