import { findNextStatuses } from '#schema/rules/orders/next-statuses.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { type StatusChange, useStatusChange } from './use-status-change.ts'

/** Sets "Picked up" and opens the receipt; undefined for an order that does not wait for its customer. */
export function usePickUp(change: StatusChange): { isBusy: boolean; pickUp: () => void } | undefined {
  const { isBusy, choose } = useStatusChange(change)
  const [next] = findNextStatuses(change.order.orderStatusId, useOrderStatuses())
  if (next?.id !== orderStatusIdByName['Picked up']) return undefined
  const run = async (): Promise<void> => {
    if (await choose(next.id, next.statusName)) openDialog({ kind: 'papers', orderIds: [change.order.id], paper: 'pick-up' })
  }
  return { isBusy, pickUp: () => void run() }
}
