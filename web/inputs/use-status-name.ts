import { orderStatusById, orderStatuses } from '#schema/rules/orders/order-status.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'

/** The statuses to choose from, in their documented order; the seeded ones until the device knows better. */
export function useOrderStatuses(): readonly { id: string; statusName: string }[] {
  return useBootstrap()?.orderStatuses ?? orderStatuses
}

/** A status in words; an id that this device does not know yet says so. */
export function useStatusName(statusId: string): string {
  const statuses = useOrderStatuses()
  return statuses.find(({ id }) => id === statusId)?.statusName ?? orderStatusById.get(statusId)?.statusName ?? 'Unknown status'
}
