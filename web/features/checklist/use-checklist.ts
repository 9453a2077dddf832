import { useEffect, useMemo, useRef, useState } from 'react'
import type { ChecklistItem } from '#schema/collections/work/checklist-items.ts'
import { type ToastText, runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useChecklistItems, useRowsOfOrder } from '#web/device/react/use-answers.ts'

export type ChecklistState = {
  /** Undefined while loading. */
  items: ChecklistItem[] | undefined
  tickedIds: ReadonlySet<string>
  /** Updates at once; a failed write reverts it with a toast. */
  toggle: (itemId: string, isTicked: boolean) => void
}

/** The shop's drop-off checklist with an order's ticks. */
export function useChecklist(shopId: string, orderId: string, failure: ToastText): ChecklistState {
  const device = useDevice()
  const items = useChecklistItems(shopId)
  const selections = useRowsOfOrder('checklist_selections', shopId, orderId)
  const stored = useMemo(() => new Map((selections ?? []).map(({ dropoffChecklistId, id }) => [dropoffChecklistId, id])), [selections])
  // Pressed boxes whose rows are not stored yet, by item.
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map())
  const forget = (itemId: string): void => setPressed((current) => new Map([...current].filter(([id]) => id !== itemId)))
  const idByItem = useRef(new Map<string, string>())
  useEffect(() => {
    idByItem.current = new Map(stored)
  }, [stored])
  const [lastStored, setLastStored] = useState(stored)
  if (lastStored !== stored) {
    setLastStored(stored)
    setPressed(new Map([...pressed].filter(([itemId, isTicked]) => isTicked !== stored.has(itemId))))
  }

  // Serialize writes: a second press of a box depends on the outcome of the first.
  const queue = useRef(Promise.resolve())
  const write = async (itemId: string, isTicked: boolean): Promise<void> => {
    const id = idByItem.current.get(itemId)
    if (isTicked === (id !== undefined)) return
    const outcome = await runAction({
      run: () =>
        device.write(shopId, [
          id === undefined
            ? { action: 'create', collection: 'checklist_selections', values: { orderId, dropoffChecklistId: itemId } }
            : { action: 'delete', collection: 'checklist_selections', id },
        ]),
      failure,
    })
    if (!outcome.ok) return forget(itemId)
    if (id === undefined) idByItem.current.set(itemId, outcome.value.ids[0] ?? '')
    else idByItem.current.delete(itemId)
  }
  const toggle = (itemId: string, isTicked: boolean): void => {
    setPressed((current) => new Map(current).set(itemId, isTicked))
    queue.current = queue.current.then(() => write(itemId, isTicked))
  }

  const tickedIds = new Set(stored.keys())
  for (const [itemId, isTicked] of pressed) {
    if (isTicked) tickedIds.add(itemId)
    else tickedIds.delete(itemId)
  }
  return { items: selections === undefined ? undefined : items, tickedIds, toggle }
}
