import { Accessibility } from '@dnd-kit/dom'
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
import { isFinishedStatus, type OrderStatusGroup, statusGroup } from '#schema/values/order-status.ts'
import { changeOrderField } from '../list/order-field.ts'
import { CardContents, cardClass, type CardLook } from './board-card.tsx'
import { toOneLine } from '../list/order-cells.ts'
import { BoardColumn, type ColumnHandle } from './board-column.tsx'
import { type Carried, useCarry } from './use-carry.ts'
import { orderViewToStatuses } from '#schema/rules/orders/order-views.ts'
import { type StatusFilter, statusFilterToMatcher } from '#schema/rules/orders/status-filter.ts'
import { useAuth } from '#web/session/session.ts'
import { t as list } from '../list/orders-texts.ts'
import { t } from '../order-board-texts.ts'

type BoardViewProps = { query: BoardQuery; isFiltered: boolean; empty: ReactNode }

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
      <CoverageNote coverage={board.coverage} noun={list.nouns()} isFiltered={isFiltered} />
    </>
  )
}

function LoadingBoard() {
  return (
    <div aria-busy="true" className="flex min-h-0 flex-1 gap-3 overflow-hidden px-4 pb-3">
      <p role="status" className="sr-only">
        {list.loading()}
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
  const { shopId } = query
  const status = toBoardFilter(query)
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
  const [dragged, setDragged] = useState<{ id: string; from: string; to: string }>()
  // Freeze the columns during a drag.
  const [held, setHeld] = useState<OrderBoard['columns']>()
  const columns = held ?? board.columns
  const endedAt = useRef(-Infinity)
  const nameOf = (statusId: string): string => statuses.find(({ id }) => id === statusId)?.statusName ?? list.unknownStatus()

  /** Resolves to false if nothing changed. */
  const move = async ({ id, from, to }: Carried): Promise<boolean> => {
    // Read again: another user may have moved or deleted it during the drag.
    const order = await device.rows.read('orders', id)
    if (order === undefined) notifyFailure(t.notMoved(), t.deletedMeanwhile())
    if (order === undefined || order.orderStatusId === to) return false
    // What this user saw: a move of another user that they did not see is told to both.
    const seen = from
    const said = list.statusTo({ name: nameOf(to) })
    return (await changeOrderField(device, { shopId, orderId: id, field: 'orderStatusId', from: order.orderStatusId, seen, to, said })).ok
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
  const moved = dragged ?? carried

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
    notifyFailure(t.notMoved(), t.movedMeanwhile())
    focusNear(carried.from, carried.place)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isLost])

  const tell = (): string => {
    if (moved === undefined) return ''
    const row = rows.rowOf(moved.id)
    const ticket = row === undefined || row.order.number === null ? undefined : toTicket(prefix, row.order.number)
    const name = [ticket, row?.customer?.name, row && toOneLine(row.order.itemDetails)].filter((part) => part !== undefined).join(', ')
    const count = board.columns.get(moved.to)?.count ?? 0
    if (moved.to !== moved.from) return t.cardOver({ order: name, status: nameOf(moved.to), count })
    const taken = { order: name, status: nameOf(moved.from) }
    return carried === undefined ? t.takenUp(taken) : t.takenUpByKey(taken)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (carried !== undefined && !currentTarget.contains(relatedTarget)) carry.putBack()
  }
  const draggedRow = dragged && rows.rowOf(dragged.id)

  return (
    <DragDropProvider
      sensors={sensors}
      // The cards name themselves, and the board says where one is.
      plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
      onDragStart={({ operation: { source } }) => {
        const id = String(source?.id)
        const from = rows.rowOf(id)?.order.orderStatusId ?? ''
        setDragged({ id, from, to: from })
        setHeld(board.columns)
      }}
      onDragOver={({ operation: { target } }) => setDragged((held) => held && { ...held, to: String(target?.id ?? held.from) })}
      onDragEnd={({ canceled, operation: { source, target } }) => {
        endedAt.current = performance.now()
        setDragged(undefined)
        setHeld(undefined)
        if (!canceled && dragged !== undefined && source != null && target != null) void drop({ ...dragged, to: String(target.id) }, false)
      }}
    >
      <div
        role="group"
        aria-label={t.board()}
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
        {t.keys()}
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

const rankByGroup: Record<OrderStatusGroup, number> = { new: 0, 'in-work': 1, waiting: 2, done: 3, closed: 4 }

/** A view of a few statuses has no column for others; every other one can also move orders to the finished ones. */
const toBoardFilter = ({ status, view = 'all' }: BoardQuery): StatusFilter => {
  const ofView = orderViewToStatuses(view)
  return status === 'all' && typeof ofView !== 'string' ? ofView : status
}

/** Statuses with a column, in workflow order; finished ones last. */
export const toBoardStatuses = (statusIds: readonly string[], filter: StatusFilter): string[] =>
  statusIds.filter(statusFilterToMatcher(filter)).toSorted((a, b) => rankOf(a) - rankOf(b))

const rankOf = (statusId: string): number => (isFinishedStatus(statusId) ? 10 : 0) + rankByGroup[statusGroup(statusId)]

/** Finished columns start folded, unless the filter asks for them. */
export const isFoldedAtFirst = (statusId: string, filter: StatusFilter): boolean => isFinishedStatus(statusId) && typeof filter === 'string'

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Fold state by status; a missing status keeps its default. */
type ColumnFolds = Readonly<Record<string, boolean>>

const keyOf = (userId: string, shopId: string): string => `mainspring-board-folds/${userId}/${shopId}`

export function readFolds(userId: string, shopId: string, storage: TextStorage | undefined): ColumnFolds {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(keyOf(userId, shopId)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'))
  } catch {
    return {}
  }
}

/** Without storage the state lasts until the board closes. */
export function writeFolds(userId: string, shopId: string, folds: ColumnFolds, storage: TextStorage | undefined): void {
  try {
    storage?.setItem(keyOf(userId, shopId), JSON.stringify(folds))
  } catch {
    // Storage is blocked or full.
  }
}
