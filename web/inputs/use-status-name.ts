import { orderStatusById, orderStatuses } from '#schema/values/order-status.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { t } from '#web/inputs/inputs-texts.ts'

/** The selectable statuses in their documented order; the built-in ones until the bootstrap is loaded. */
export function useOrderStatuses(): readonly { id: string; statusName: string }[] {
  return useBootstrap()?.orderStatuses ?? orderStatuses
}

/** 'Unknown status' for an id that this device does not have yet. */
export function useStatusNames(): (statusId: string) => string {
  const statuses = useOrderStatuses()
  return (statusId) => statuses.find(({ id }) => id === statusId)?.statusName ?? orderStatusById.get(statusId)?.statusName ?? t.unknownStatus()
}

export const useStatusName = (statusId: string): string => useStatusNames()(statusId)
