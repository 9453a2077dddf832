import { useDraggable } from '@dnd-kit/react'
import { EllipsisVertical, Printer } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { StatusColors } from '#schema/rules/orders/status-age.ts'
import type { OrderListRow } from '#web/device/lists/list-queries.ts'
import { AgeDot } from '#web/inputs/time/age-dot.tsx'
import { DueText } from '#web/inputs/time/due-text.tsx'
import { StatusChip } from '#web/inputs/status-chip.tsx'
import { Ticket } from '#web/inputs/ticket.tsx'
import { useEmployeeNames } from '#web/inputs/use-employee-names.ts'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { cn } from '#web/ui/cn.ts'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { DropdownMenu, MenuChoice, MenuItem, MenuSeparator } from '#web/ui/overlays/dropdown-menu.tsx'
import { EstimateTag } from '../list/estimate-tag.tsx'
import { ItemMark } from '../list/item-mark.tsx'
import { readDueCell, readItemTags, toOneLine } from '../list/order-cells.ts'
import { orderPaperMenu } from '../list/order-row-menu.tsx'
import { t as list } from '../list/orders-texts.ts'
import { t } from '../order-board-texts.ts'

/** The height plus the gap must equal `strideRem`. */
export const cardClass = 'h-[8.5rem] rounded-md border border-line bg-surface shadow-xs'

export type CardLook = { shopId: string; colors: StatusColors | undefined; statusIds: readonly string[] }

type BoardCardProps = {
  look: CardLook
  id: string
  row: OrderListRow | undefined
  /** Picked up by keyboard. */
  isCarried: boolean
  isTabStop: boolean
  onMove: (id: string, from: string, to: string) => void
  /** False for the click that ends a drag. */
  isPress: () => boolean
}

/** An order on the board: dragging moves it, a press opens it. */
export function BoardCard({ look, id, row, isCarried, isTabStop, onMove, isPress }: BoardCardProps) {
  const { ref, isDragging } = useDraggable({ id, disabled: row === undefined })
  /** How often the menu was opened by the card's keys, or first. */
  const [menuOpened, setMenuOpened] = useState(0)
  const openMenu = (event: KeyboardEvent): void => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    setMenuOpened(menuOpened + 1)
  }
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // A click by a key has no count, and ends no drag.
    if (event.detail === 0 || isPress()) openDialog({ kind: 'order-edit', orderId: id })
  }
  return (
    <div
      ref={ref}
      className={cn(
        cardClass,
        'group relative select-none [-webkit-touch-callout:none]',
        row !== undefined && 'cursor-grab hover:border-line-strong',
        isDragging && 'opacity-40',
        isCarried && 'outline-2 outline-focus',
        row?.changedAt != null && 'animate-row-tint',
      )}
    >
      {row === undefined ? (
        <SkeletonContents />
      ) : (
        <>
          <a
            href={dashboardPath({ shopId: look.shopId, orderId: id })}
            data-card={id}
            draggable={false}
            tabIndex={isTabStop ? 0 : -1}
            aria-describedby="board-keys"
            onClick={open}
            onKeyDown={openMenu}
            className="block h-full rounded-md p-2.5 focus-visible:-outline-offset-2"
          >
            <CardContents look={look} row={row} />
          </a>
          <CardMenu look={look} row={row} onMove={onMove} opened={menuOpened} onOpen={() => setMenuOpened(menuOpened + 1)} />
        </>
      )}
    </div>
  )
}

function SkeletonContents() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3 p-2.5">
      <Skeleton className="w-1/3" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
    </div>
  )
}

/** Also used for the drag preview. */
export function CardContents({ look: { shopId, colors }, row: { order, customer, isUnsent, estimate } }: { look: CardLook; row: OrderListRow }) {
  const employeeName = useEmployeeNames(shopId)
  const item = toOneLine(order.itemDetails)
  return (
    <span className="flex h-full flex-col justify-between gap-0.5 leading-tight">
      <span className="flex items-center gap-1.5 pr-9 text-sm">
        <Ticket shopId={shopId} number={order.number} className="font-semibold" />
        {readItemTags(order).map((tag) => (
          <ItemMark key={tag} tag={tag} />
        ))}
        <EstimateTag mark={estimate} className="px-1 text-xs" />
        {isUnsent && <UnsentMark />}
      </span>
      <span className="truncate">{customer?.name ?? '…'}</span>
      <span className="truncate text-sm" title={order.itemDetails}>
        {item}
      </span>
      <span className="truncate text-sm text-muted" title={order.issueDescription}>
        {toOneLine(order.issueDescription)}
      </span>
      <span className="flex items-center gap-2 text-sm text-muted">
        <AgeDot order={order} colors={colors} />
        <span className="min-w-0 flex-1 truncate">{order.assignedEmployeeId === null ? list.unassigned() : employeeName(order.assignedEmployeeId)}</span>
        {order.dueTimestamp !== null && <DueText read={(format) => readDueCell(order, format)} className="max-w-[55%] shrink-0 truncate tabular-nums" />}
      </span>
    </span>
  )
}

type CardMenuProps = Pick<BoardCardProps, 'look' | 'onMove'> & { row: OrderListRow; opened: number; onOpen: () => void }

/** Mount the menu when it is first opened: a board has many cards. */
function CardMenu({ look: { statusIds }, row: { order }, onMove, opened, onOpen }: CardMenuProps) {
  const face = (
    <button
      type="button"
      aria-label={list.actions()}
      title={list.actions()}
      aria-haspopup="menu"
      // The card is the tab stop; its keys open the menu.
      tabIndex={-1}
      onClick={opened > 0 ? undefined : onOpen}
      className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-md text-muted hover:text-ink focus-visible:-outline-offset-2"
    >
      <EllipsisVertical aria-hidden="true" className="size-4.5" />
    </button>
  )
  if (opened === 0) return face
  return (
    <DropdownMenu key={opened} trigger={face} isOpenAtFirst returnTo={() => document.querySelector<HTMLElement>(`[data-card="${order.id}"]`)}>
      <MenuChoice
        label={t.moveTo()}
        showLabel
        value={order.orderStatusId}
        options={statusIds.map((id) => ({ value: id, label: <StatusChip statusId={id} /> }))}
        onValueChange={(to) => to !== order.orderStatusId && onMove(order.id, order.orderStatusId, to)}
      />
      <MenuSeparator />
      {orderPaperMenu.map(({ paper, label }) => (
        <MenuItem key={paper} icon={<Printer aria-hidden="true" />} onSelect={() => openDialog({ kind: 'papers', orderIds: [order.id], paper })}>
          {label}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
