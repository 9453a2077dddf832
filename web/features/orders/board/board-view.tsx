import { DragDropProvider, DragOverlay, PointerSensor } from '@dnd-kit/react'
import { type FocusEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import type { BoardQuery, OrderBoard } from '#web/device/lists/board/order-board.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { type BoardRows, useBoard } from '#web/device/react/use-board.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { CoverageNote } from '#web/list-kit/coverage-note.tsx'
import { ListTrouble } from '#web/list-kit/view-parts.tsx'
import { notifyFailure } from '#web/navigation/notify.ts'
import { cn } from '#web/ui/cn.ts'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { changeOrderField } from '../list/order-field.ts'
import { CardContents, cardClass, type CardLook } from './board-card.tsx'
import { BoardColumn, type ColumnHandle } from './board-column.tsx'
import { toBoardStatuses, isFoldedAtFirst } from './board-statuses.ts'
import { type Carried, useCarry } from './use-carry.ts'
import type { StatusFilter } from '#schema/rules/orders/status-filter.ts'
import { useAuth } from '#web/session/session.ts'
import { readFolds, writeFolds } from './column-folds.ts'

export type BoardViewProps = { query: BoardQuery; isFiltered: boolean; empty: ReactNode }

// A card is a link, which must start a drag; its menu must not.
const sensors = [
  PointerSensor.configure({
    preventActivation: ({ target }) => target instanceof Element && target.closest('button, [role="menu"]') !== null,
  }),
]

export function BoardView({ query, isFiltered, empty }: BoardViewProps) {
  const board = useBoard(query)
  if (board.state === 'failed') return <ListTrouble onRetry={board.rows.retry} />
  if (board.state === 'loading') return <LoadingBoard />
  if (board.total === 0) return <div className="flex-1">{empty}</div>
  return (
    <>
      <Columns query={query} board={board} rows={board.rows} />
      <CoverageNote coverage={board.coverage} noun="orders" isFiltered={isFiltered} />
    </>
  )
}

function LoadingBoard() {
  return (
    <div aria-busy="true" className="flex min-h-0 flex-1 gap-3 overflow-hidden px-4 pb-3">
      <p role="status" className="sr-only">
        Loading orders...
      </p>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} aria-hidden="true" className="flex w-72 shrink-0 flex-col gap-2 rounded-md bg-sunken p-2.5 max-sm:w-[80vw]">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      ))}
    </div>
  )
}

/** The card this user moved: it is scrolled into view on arrival, and focused unless a pointer moved it. */
type Follow = Carried & { withFocus: boolean }

function Columns({ query, board, rows }: { query: BoardQuery; board: OrderBoard; rows: BoardRows }) {
  const { shopId, status } = query
  const device = useDevice()
  const statuses = useOrderStatuses()
  const colors = useBootstrap()?.shops.find(({ id }) => id === shopId)?.config.orderConfig.statusColors
  const prefix = useTicketPrefix(shopId)
  const { isFolded, toggle } = useFolds(shopId, status)
  const statusIds = useMemo(() => statuses.map(({ id }) => id), [statuses])
  const shownIds = useMemo(() => toBoardStatuses(statusIds, status), [statusIds, status])
  const look = useMemo((): CardLook => ({ shopId, colors, statusIds }), [shopId, colors, statusIds])
  const handles = useRef(new Map<string, ColumnHandle>())
  const follow = useRef<Follow>(undefined)
  const [dragged, setDragged] = useState<{ id: string; from: string }>()
  // Freeze the columns during a drag.
  const [held, setHeld] = useState<OrderBoard['columns']>()
  const columns = held ?? board.columns
  const endedAt = useRef(-Infinity)
  const nameOf = (statusId: string): string => statuses.find(({ id }) => id === statusId)?.statusName ?? 'Unknown status'

  /** Resolves to false if nothing changed. */
  const move = async ({ id, to }: Carried): Promise<boolean> => {
    // Read again: another user may have moved or deleted it during the drag.
    const order = await device.rows.read('orders', id)
    if (order === undefined) notifyFailure('Order not moved', 'It was deleted meanwhile.')
    if (order === undefined || order.orderStatusId === to) return false
    const [from, said] = [order.orderStatusId, `Status: ${nameOf(to)}`]
    return (await changeOrderField(device, { shopId, orderId: id, field: 'orderStatusId', from, to, said })).ok
  }
  const drop = async ({ id, from, to }: Omit<Carried, 'place'>, withFocus = true): Promise<void> => {
    if (from === to) return
    const wanted = { id, from, to, place: columns.get(from)?.placeOf(id) ?? 0, withFocus }
    follow.current = wanted
    if (!(await move(wanted)) && follow.current === wanted) follow.current = undefined
  }
  const carry = useCarry({
    statusIds: shownIds,
    isOpen: (statusId) => !isFolded(statusId),
    countOf: (statusId) => columns.get(statusId)?.count ?? 0,
    handles,
    onDrop: (dropped) => void drop(dropped),
  })
  const { carried } = carry

  const focusNear = (statusId: string, place: number): void => {
    const left = board.columns.get(statusId)?.count ?? 0
    handles.current.get(statusId)?.focus(Math.min(place, left - 1))
  }
  useEffect(() => {
    const wanted = follow.current
    if (wanted === undefined) return
    const place = board.columns.get(wanted.to)?.placeOf(wanted.id) ?? -1
    if (place === -1) return
    follow.current = undefined
    const column = handles.current.get(wanted.to)
    if (!wanted.withFocus) return column?.reveal(place)
    if (column !== undefined && !isFolded(wanted.to)) return column.focus(place)
    focusNear(wanted.from, wanted.place)
    // Run on changed columns only; folding moves no card.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [board.columns])

  const isLost = carried !== undefined && (board.columns.get(carried.from)?.placeOf(carried.id) ?? -1) === -1
  useEffect(() => {
    if (carried === undefined || !isLost) return
    carry.putBack()
    notifyFailure('Order not moved', 'Somebody moved or deleted it meanwhile.')
    focusNear(carried.from, carried.place)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isLost])

  const tell = (): string => {
    if (carried === undefined) return ''
    const number = rows.rowOf(carried.id)?.order.number ?? null
    const name = number === null ? 'The order' : toTicket(prefix, number)
    if (carried.to === carried.from) return `${name} taken up. Left and right choose a status, Space puts it down, Escape puts it back.`
    return `${name} over ${nameOf(carried.to)}, ${board.columns.get(carried.to)?.count ?? 0} orders.`
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (carried !== undefined && !currentTarget.contains(relatedTarget)) carry.putBack()
  }
  const draggedRow = dragged && rows.rowOf(dragged.id)
  const moved = dragged ?? carried

  return (
    <DragDropProvider
      sensors={sensors}
      onDragStart={({ operation: { source } }) => {
        const id = String(source?.id)
        setDragged({ id, from: rows.rowOf(id)?.order.orderStatusId ?? '' })
        setHeld(board.columns)
      }}
      onDragEnd={({ canceled, operation: { source, target } }) => {
        endedAt.current = performance.now()
        setDragged(undefined)
        setHeld(undefined)
        if (!canceled && dragged !== undefined && source != null && target != null) void drop({ ...dragged, to: String(target.id) }, false)
      }}
    >
      <div
        role="group"
        aria-label="Board of orders"
        onKeyDown={carry.onKeyDown}
        onBlur={leave}
        className={cn(
          'flex min-h-0 flex-1 gap-3 overflow-x-auto overflow-y-hidden px-4 pb-3 max-sm:scroll-px-4',
          dragged === undefined && 'max-sm:snap-x max-sm:snap-mandatory',
        )}
      >
        {shownIds.map((statusId) => (
          <BoardColumn
            key={statusId}
            ref={(handle) => {
              if (handle === null) handles.current.delete(statusId)
              else handles.current.set(statusId, handle)
            }}
            look={look}
            statusId={statusId}
            column={columns.get(statusId)}
            rows={rows}
            isFolded={isFolded(statusId)}
            onFold={() => toggle(statusId)}
            movedId={moved?.from === statusId ? moved.id : undefined}
            isCarried={carried !== undefined}
            isAimedAt={carried !== undefined && carried.to === statusId && carried.to !== carried.from}
            onMove={(id, from, to) => void drop({ id, from, to })}
            isPress={() => performance.now() - endedAt.current > afterDragMs}
          />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {draggedRow !== undefined && (
          <div className={cn(cardClass, 'p-2.5 shadow-float')}>
            <CardContents look={look} row={draggedRow} />
          </div>
        )}
      </DragOverlay>
      <p id="board-keys" className="sr-only">
        Space takes the order up to move it to another status.
      </p>
      <p role="status" className="sr-only">
        {tell()}
      </p>
    </DragDropProvider>
  )
}

/** The browser fires a click right after the release. */
const afterDragMs = 100

/** Fold state per column, stored on this device. */
function useFolds(shopId: string, filter: StatusFilter): { isFolded: (statusId: string) => boolean; toggle: (statusId: string) => void } {
  const userId = useAuth().user?.id ?? ''
  const [folds, setFolds] = useState(() => readFolds(userId, shopId, findStorage()))
  const isFolded = (statusId: string): boolean => folds[statusId] ?? isFoldedAtFirst(statusId, filter)
  const toggle = (statusId: string): void => {
    const next = { ...folds, [statusId]: !isFolded(statusId) }
    setFolds(next)
    writeFolds(userId, shopId, next, findStorage())
  }
  return { isFolded, toggle }
}

function findStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
