import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState, type RefObject, useLayoutEffect } from 'react'
import type { Product } from '#schema/collections/stock/products.ts'
import { keyToTreeStep, type TreeRow } from '#schema/rules/inventory/category-tree-rows.ts'
import { cn } from '#web/ui/cn.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'

type Range = { start: number; end: number }

/** Extra rows above and below the viewport, so that fast scrolling shows no gap. */
const spareRows = 12

/** The visible range of fixed-height rows, whichever ancestor scrolls. `end` is exclusive. */
function useVisibleRange(ref: RefObject<HTMLElement | null>, count: number, rowHeightPx: number): Range {
  const [range, setRange] = useState<Range>({ start: 0, end: 60 })
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = ref.current?.getBoundingClientRect().top
      if (top === undefined) return
      const start = Math.max(0, Math.floor(-top / rowHeightPx) - spareRows)
      const end = Math.max(0, Math.ceil((window.innerHeight - top) / rowHeightPx) + spareRows)
      setRange((present) => (present.start === start && present.end === end ? present : { start, end }))
    }
    measure()
    window.addEventListener('scroll', measure, { capture: true, passive: true })
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure, { capture: true })
      window.removeEventListener('resize', measure)
    }
  }, [ref, count, rowHeightPx])
  return { start: Math.min(range.start, count), end: Math.min(range.end, count) }
}

export type InventoryRow = TreeRow<Product>

type TreeGridProps = {
  label: string
  rows: readonly InventoryRow[]
  rowHeightPx: number
  /** Renders the row's cells. `isActive`: the row and its buttons are tab stops. */
  children: (row: InventoryRow, isActive: boolean) => ReactNode
  onToggle: (categoryId: string) => void
  /** Called on Enter or a press on the row. */
  onOpen: (row: InventoryRow) => void
  /** Called before the tree's own keys; true stops them. */
  onRowKey?: ((event: KeyboardEvent<HTMLElement>, row: InventoryRow, index: number) => boolean) | undefined
  onRowFocus?: ((row: InventoryRow) => void) | undefined
  onRowPointerDown?: ((event: PointerEvent<HTMLElement>, row: InventoryRow) => void) | undefined
  rowClass?: ((row: InventoryRow) => string | undefined) | undefined
  /** This row stays mounted while it is out of view. */
  keptId?: string | undefined
}

const innerControls = 'a, button, input, select, textarea, label, [role="menuitem"]'

const isFromInnerControl = (event: { target: EventTarget; currentTarget: Element }): boolean =>
  event.target instanceof Element && event.target !== event.currentTarget && event.target.closest(innerControls) !== null

/** A WAI-ARIA treegrid that mounts only the visible rows. */
export function TreeGrid({ label, rows, rowHeightPx, children, onToggle, onOpen, onRowKey, onRowFocus, onRowPointerDown, rowClass, keptId }: TreeGridProps) {
  const container = useRef<HTMLDivElement>(null)
  const isNarrow = useMediaQuery('(max-width: 639px)')
  const [activeId, setActiveId] = useState<string>()
  const wantedFocus = useRef<string>(undefined)
  const { start, end } = useVisibleRange(container, rows.length, rowHeightPx)
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  )
  const keptIndex = keptId === undefined ? -1 : rows.findIndex(({ id }) => id === keptId)
  const shown = new Set([activeIndex, ...(keptIndex === -1 ? [] : [keptIndex])])
  for (let index = start; index < end; index++) shown.add(index)

  useEffect(() => {
    const id = wantedFocus.current
    if (id === undefined) return
    wantedFocus.current = undefined
    container.current?.querySelector<HTMLElement>(`[data-row-id="${id}"]`)?.focus()
  })

  const focusRow = (index: number): void => {
    const id = rows[index]?.id
    if (id === undefined) return
    wantedFocus.current = id
    setActiveId(id)
    // If the row is active already, no render follows to set the focus.
    container.current?.querySelector<HTMLElement>(`[data-row-id="${id}"]`)?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: InventoryRow, index: number): void => {
    if (onRowKey?.(event, row, index) === true) return event.preventDefault()
    if (isFromInnerControl(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onOpen(row)
    }
    const step = keyToTreeStep(event.key, rows, index)
    if (step === undefined) return
    event.preventDefault()
    if ('toggle' in step) onToggle(step.toggle)
    else focusRow(step.focus)
  }

  return (
    <div ref={container} role="treegrid" aria-label={label} aria-rowcount={rows.length} className="relative" style={{ height: rows.length * rowHeightPx }}>
      {[...shown]
        .toSorted((a, b) => a - b)
        .map((index) => {
          const row = rows[index]
          if (row === undefined) return null
          const isCategory = row.kind === 'category'
          return (
            <div
              key={row.id}
              role="row"
              data-row-id={row.id}
              data-drop={isCategory ? row.id : undefined}
              aria-level={row.level}
              aria-posinset={row.place}
              aria-setsize={row.placeCount}
              aria-rowindex={index + 1}
              aria-expanded={isCategory && !row.isEmpty ? row.isOpen : undefined}
              tabIndex={index === activeIndex ? 0 : -1}
              onFocus={(event) => {
                setActiveId(row.id)
                if (event.target === event.currentTarget) onRowFocus?.(row)
              }}
              onClick={(event: MouseEvent<HTMLElement>) => {
                if (isFromInnerControl(event)) return
                event.currentTarget.focus()
                onOpen(row)
              }}
              onPointerDown={(event) => onRowPointerDown?.(event, row)}
              onKeyDown={(event) => onKeyDown(event, row, index)}
              style={{ top: index * rowHeightPx, height: rowHeightPx, paddingLeft: isNarrow ? 4 + Math.min(row.level - 1, 8) * 12 : 8 + (row.level - 1) * 20 }}
              className={cn(
                'group absolute inset-x-0 flex cursor-pointer items-center gap-2 border-b border-line bg-surface pr-2 hover:bg-hover focus-visible:-outline-offset-2',
                rowClass?.(row),
              )}
            >
              {children(row, index === activeIndex)}
            </div>
          )
        })}
    </div>
  )
}
