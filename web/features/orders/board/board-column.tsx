import { useDroppable } from '@dnd-kit/react'
import { ChevronsLeftRight, ChevronsRightLeft } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { BoardColumn as Column, BoardColumn } from '#web/device/lists/board/order-board.ts'
import { type BoardRows, useBoardRow } from '#web/device/react/use-board.ts'
import { StatusChip } from '#web/inputs/status-chip.tsx'
import { useStatusName } from '#web/inputs/use-status-name.ts'
import { cn } from '#web/ui/cn.ts'
import { BoardCard, type CardLook } from './board-card.tsx'
import { countToText } from '#web/language/staff-texts.ts'
import { t } from '../order-board-texts.ts'

export type ColumnHandle = {
  /** Index of the card that is the tab stop. */
  activePlace: () => number
  reveal: (place: number) => void
  /** Scrolls the card into view and focuses it. */
  focus: (place: number) => void
}

type BoardColumnProps = {
  ref: Ref<ColumnHandle>
  look: CardLook
  statusId: string
  column: Column | undefined
  rows: BoardRows
  isFolded: boolean
  onFold: () => void
  /** The dragged or picked-up card; it stays mounted. */
  movedId: string | undefined
  isCarried: boolean
  /** The keyboard's current drop target. */
  isAimedAt: boolean
  onMove: (id: string, from: string, to: string) => void
  isPress: () => boolean
}

/** A status column; folded it is a strip with the count, which still accepts drops. */
export function BoardColumn(props: BoardColumnProps) {
  const { statusId, column, isFolded, onFold, isAimedAt } = props
  const { ref, isDropTarget } = useDroppable({ id: statusId })
  const name = useStatusName(statusId)
  const count = column?.count ?? 0
  const aim = (isDropTarget || isAimedAt) && 'bg-accent-soft outline-2 -outline-offset-2 outline-focus'
  const counted = t.column({ status: name, count })
  if (isFolded) {
    return (
      <section ref={ref} aria-label={counted} data-column={statusId} className={cn('h-full w-11 shrink-0 snap-start rounded-md bg-sunken', aim)}>
        <button
          type="button"
          aria-expanded={false}
          title={t.unfold({ status: name })}
          onClick={onFold}
          className="flex size-full flex-col items-center gap-3 rounded-md py-3 hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronsLeftRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="text-sm font-semibold tabular-nums">{countToText(count)}</span>
          <span className="text-sm text-muted [writing-mode:vertical-rl]">{name}</span>
        </button>
      </section>
    )
  }
  return (
    <section
      ref={ref}
      aria-label={counted}
      data-column={statusId}
      className={cn('flex h-full w-72 shrink-0 snap-start flex-col rounded-md bg-sunken max-sm:w-[80vw]', aim)}
    >
      <header className="flex h-11 shrink-0 items-center gap-2 pl-2.5">
        <StatusChip statusId={statusId} className="min-w-0" />
        <span className="text-sm text-muted tabular-nums">{countToText(count)}</span>
        <button
          type="button"
          aria-expanded
          aria-label={t.fold({ status: name })}
          title={t.fold({ status: name })}
          onClick={onFold}
          className="ml-auto flex size-11 items-center justify-center rounded-md text-muted hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronsRightLeft aria-hidden="true" className="size-4" />
        </button>
      </header>
      {column === undefined ? <p className="px-2.5 py-2 text-sm text-muted">{t.noOrders()}</p> : <Cards {...props} column={column} name={name} />}
    </section>
  )
}

type CardsProps = BoardColumnProps & { column: Column; name: string }

/** Only the visible cards are mounted. */
function Cards({ ref, look, statusId, column, rows, movedId, isCarried, onMove, isPress, name }: CardsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { span, stride } = useColumnWindow(scroller, column)
  const [activeId, setActiveId] = useState<string>()
  const [wanted, setWanted] = useState<{ id: string }>()
  const [firstId] = column.idsBetween(0, 1)
  const heldPlace = activeId === undefined ? -1 : column.placeOf(activeId)
  const activePlace = Math.max(0, heldPlace)
  const tabStopId = heldPlace === -1 ? firstId : activeId
  const movedPlace = movedId === undefined ? -1 : column.placeOf(movedId)
  const places = toPlaces(span, [activePlace, movedPlace], column.count)
  const ids = places.flatMap((place) => column.idsBetween(place, place + 1))
  useLayoutEffect(() => rows.show(statusId, ids))
  useEffect(() => () => rows.show(statusId, []), [rows, statusId])

  useImperativeHandle(ref, () => {
    const reveal = (place: number): void => {
      const element = scroller.current
      if (element !== null) element.scrollTop = scrollTo(place, { scrollTop: element.scrollTop, height: element.clientHeight, stride })
    }
    return {
      activePlace: () => activePlace,
      reveal,
      focus: (place) => {
        const [id] = column.idsBetween(place, place + 1)
        if (id === undefined) return
        reveal(place)
        setActiveId(id)
        setWanted({ id })
      },
    }
  }, [activePlace, column, stride])
  const wantedRow = useBoardRow(rows, wanted?.id ?? '')
  const isWantedHere = wantedRow !== undefined
  const given = useRef<{ id: string }>(undefined)
  useEffect(() => {
    // Focus once: a card that scrolls back into view must not take the focus again.
    if (wanted === undefined || !isWantedHere || given.current === wanted) return
    given.current = wanted
    list.current?.querySelector<HTMLElement>(`[data-card="${wanted.id}"]`)?.focus({ preventScroll: true })
  }, [wanted, isWantedHere])

  return (
    <div ref={scroller} className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-y-contain px-2 pb-2">
      <ul ref={list} aria-label={name} className="relative" style={{ height: column.count * stride }}>
        {ids.map((id, index) => {
          const place = places[index] ?? 0
          return (
            <li
              key={id}
              aria-setsize={column.count}
              aria-posinset={place + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${place * stride}px)` }}
              onFocus={() => setActiveId(id)}
            >
              <LiveCard
                look={look}
                id={id}
                rows={rows}
                isTabStop={id === tabStopId}
                isCarried={isCarried && id === movedId}
                onMove={onMove}
                isPress={isPress}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type LiveCardProps = Pick<BoardColumnProps, 'look' | 'rows' | 'isCarried' | 'onMove' | 'isPress'> & { id: string; isTabStop: boolean }

function LiveCard({ rows, ...props }: LiveCardProps) {
  const row = useBoardRow(rows, props.id)
  return <BoardCard {...props} row={row} />
}

/** Card height plus gap in rem; keep in sync with board-card.tsx. */
const strideRem = 9

/**
 * The visible range of a column. Scrolls along when cards above change, so that visible cards stay in place; at the
 * very top only under a pointer, so that new cards show there.
 */
function useColumnWindow(scroller: RefObject<HTMLElement | null>, column: BoardColumn | undefined): { span: Span; stride: number } {
  const count = column?.count ?? 0
  const [stride] = useState(() => strideRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const [span, setSpan] = useState<Span>({ from: 0, to: 0 })
  const anchor = useRef<{ id: string; place: number }>(undefined)
  const latest = useRef({ column, count })
  latest.current = { column, count }

  const update = useRef(() => undefined as void)
  update.current = () => {
    const element = scroller.current
    if (element === null) return
    const next = readSpan({ scrollTop: element.scrollTop, height: element.clientHeight, stride, count: latest.current.count })
    setSpan((held) => (held.from === next.from && held.to === next.to ? held : next))
    const place = Math.floor(element.scrollTop / stride)
    const [id] = latest.current.column?.idsBetween(place, place + 1) ?? []
    anchor.current = id === undefined ? undefined : { id, place }
  }

  useLayoutEffect(() => {
    const element = scroller.current
    const held = anchor.current
    if (element !== null && held !== undefined && column !== undefined && (element.scrollTop > 0 || element.matches(':hover'))) {
      const place = column.placeOf(held.id)
      if (place !== -1 && place !== held.place) element.scrollTop += (place - held.place) * stride
    }
    update.current()
  }, [column, scroller, stride])

  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const onChange = (): void => update.current()
    element.addEventListener('scroll', onChange, { passive: true })
    const observer = new ResizeObserver(onChange)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', onChange)
      observer.disconnect()
    }
  }, [scroller])
  return { span, stride }
}

/** Visible indexes plus some overscan; `to` is exclusive. */
type Span = { from: number; to: number }

/** Overscan in cards on both ends. */
const beyond = 3

export function readSpan({ scrollTop, height, stride, count }: { scrollTop: number; height: number; stride: number; count: number }): Span {
  const first = Math.floor(scrollTop / stride) - beyond
  const last = Math.ceil((scrollTop + height) / stride) + beyond
  const from = Math.max(0, Math.min(first, count))
  return { from, to: Math.max(from, Math.min(last, count)) }
}

/** Indexes to mount: visible cards plus dragged or focused ones. */
export function toPlaces({ from, to }: Span, kept: readonly number[], count: number): number[] {
  const places = Array.from({ length: to - from }, (_, index) => from + index)
  for (const place of kept) if (place >= 0 && place < count && (place < from || place >= to)) places.push(place)
  return [...new Set(places)].toSorted((a, b) => a - b)
}

/** The new scrollTop that makes an index visible; unchanged if it is. A card taller than the column aligns to its top. */
export function scrollTo(place: number, { scrollTop, height, stride }: { scrollTop: number; height: number; stride: number }): number {
  const top = place * stride
  if (top < scrollTop || stride > height) return top
  return top + stride > scrollTop + height ? top + stride - height : scrollTop
}
