import { useMemo } from 'react'
import type { ChecklistItem } from '#schema/collections/checklist-items.ts'
import { type ToastText, runAction } from '#web/app/notify.ts'
import { useDevice } from '#web/db/provider.tsx'
import { useRowsOfOrder, useShopRows } from '#web/db/use-device.ts'

export type ChecklistState = {
  /** Undefined while they are read. */
  items: ChecklistItem[] | undefined
  tickedIds: ReadonlySet<string>
  /** Ticks at once; when that cannot be kept the tick goes back and a toast says so (CHK-05, CHK-06). */
  toggle: (itemId: string, isTicked: boolean) => void
}

/** The shop's drop-off checklist with what is ticked for an order. */
export function useChecklist(shopId: string, orderId: string, failure: ToastText): ChecklistState {
  const device = useDevice()
  const rows = useShopRows('checklist_items', shopId)
  const selections = useRowsOfOrder('checklist_selections', shopId, orderId)
  const items = useMemo(() => rows?.toSorted(compareItems), [rows])
  const selectionByItem = useMemo(() => new Map((selections ?? []).map((selection) => [selection.dropoffChecklistId, selection])), [selections])
  const toggle = (itemId: string, isTicked: boolean): void => {
    const selection = selectionByItem.get(itemId)
    if (isTicked === (selection !== undefined)) return
    void runAction({
      run: () =>
        device.write(shopId, [
          selection === undefined
            ? { action: 'create', collection: 'checklist_selections', values: { orderId, dropoffChecklistId: itemId } }
            : { action: 'delete', collection: 'checklist_selections', id: selection.id },
        ]),
      failure,
    })
  }
  return { items: selections === undefined ? undefined : items, tickedIds: new Set(selectionByItem.keys()), toggle }
}

/** In the order in which the shop added them. */
const compareItems = (a: ChecklistItem, b: ChecklistItem): number => (a.createdAt === b.createdAt ? a.name.localeCompare(b.name) : a.createdAt < b.createdAt ? -1 : 1)
