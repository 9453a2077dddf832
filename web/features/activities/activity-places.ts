import { useCallback, useMemo } from 'react'
import type { Activity } from '#schema/collections/people/activities.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { OpenedFrom } from '#web/navigation/order-address.ts'
import { dashboardPath, deletedPath } from '#web/navigation/paths.ts'
import { useReadById } from '#web/device/react/use-answers.ts'
import { useIsFirstSync } from '#web/device/react/use-device.ts'

/** Where an entry of the log leads. */
export type ActivityPlace = {
  to: string
  state?: OpenedFrom
  isDeleted: boolean
  /** Of the order; null until the server has given one. */
  number?: number | null | undefined
}

/** The rows that the entries are about: undefined where one is not on this device; one that is still read is not in it. */
type KnownPlaces = {
  orderById: ReadonlyMap<string, Pick<Order, 'number'> | undefined>
  customerById: ReadonlyMap<string, object | undefined>
}

/** Its order, else its customer's orders; what is not on this device any more was deleted, and may be brought back. */
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

/** The places of the entries on the screen, from the rows of this device: they open without a network too. */
export function useActivityPlaces(shopId: string, activities: readonly Activity[]): (activity: Activity) => ActivityPlace | undefined {
  const orderIds = useMemo(() => toIds(activities.map(({ orderId }) => orderId)), [activities])
  const customerIds = useMemo(() => toIds(activities.map(({ customerId, orderId }) => (orderId === null ? customerId : null))), [activities])
  const orderById = useReadById('orders', shopId, orderIds)
  const customerById = useReadById('customers', shopId, customerIds)
  const isFirstSync = useIsFirstSync()
  const known = useMemo(
    // Before the first sync is through a row that is lacking may still come.
    () => (isFirstSync ? nothingKnown : { orderById, customerById }),
    [isFirstSync, orderById, customerById],
  )
  return useCallback((activity) => activityToPlace(activity, shopId, known), [shopId, known])
}
