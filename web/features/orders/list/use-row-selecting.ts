import { useCallback, useMemo, useRef, useState } from 'react'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import type { OrderListRow } from '#web/device/lists/list-queries.ts'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import type { RowSelecting } from '#web/ui/tables/table-model.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { type Selection, useSelection } from '../bulk/use-selection.ts'
import { toOneLine } from './order-cells.ts'

export type OrdersSelecting = {
  selection: Selection
  rows: RowSelecting<OrderListRow>
  /** On a narrower screen boxes come on demand. */
  isOn: boolean
  switchTo: (isOn: boolean) => void
}

/** The boxes of the list, and what is selected in it. */
export function useRowSelecting(shopId: string, rows: readonly OrderListRow[]): OrdersSelecting {
  const selection = useSelection()
  const prefix = useTicketPrefix(shopId)
  const isWide = useMediaQuery('(min-width: 1280px)')
  const [isChosen, setIsChosen] = useState(false)
  const isOn = isChosen || selection.ids.size > 0
  const ids = rows.map(({ order }) => order.id)
  const latest = useRef({ ids, selection })
  latest.current = { ids, selection }
  // The same function always, so that rows that show the same are not rendered again.
  const onToggle = useCallback<RowSelecting<OrderListRow>['onToggle']>(({ order }, isRange) => {
    latest.current.selection.toggle(order.id, isRange, latest.current.ids)
  }, [])
  const selecting = useMemo(
    (): RowSelecting<OrderListRow> => ({
      isShown: isWide || isOn,
      isSelected: ({ order }) => selection.ids.has(order.id),
      onToggle,
      toLabel: ({ order }) => `Select ${[order.number === null ? '' : toTicket(prefix, order.number), toOneLine(order.itemDetails)].filter(Boolean).join(' ')}`,
      allLabel: 'Select all on this page',
      onToggleAll: () => latest.current.selection.toggleAll(latest.current.ids),
    }),
    [isWide, isOn, selection.ids, onToggle, prefix],
  )
  const switchTo = (next: boolean): void => {
    setIsChosen(next)
    if (!next) selection.clear()
  }
  return { selection, rows: selecting, isOn, switchTo }
}
