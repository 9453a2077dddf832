import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BoardColumn } from '#web/device/lists/board/order-board.ts'
import { readSpan, type Span } from './column-window.ts'

/** Card height plus gap in rem; keep in sync with board-card.tsx. */
export const strideRem = 7.75

/**
 * The visible range of a column. Scrolls along when cards above change, so that visible cards stay in place; at the
 * very top only under a pointer, so that new cards show there.
 */
export function useColumnWindow(scroller: RefObject<HTMLElement | null>, column: BoardColumn | undefined): { span: Span; stride: number } {
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
