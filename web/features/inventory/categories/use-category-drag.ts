import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** Where a category is let go: under one with this id, or on the top level (null). */
export type DropTarget = string | null

/** `over`: what lies under the pointer; undefined while nothing that takes it does. */
type Drag = { id: string; over: DropTarget | undefined }

/** What takes a dragged category carries `data-drop`: its id, or '' for the top level. A tooltip may lie over it. */
function targetAt(x: number, y: number): DropTarget | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const target = element.closest<HTMLElement>('[data-drop]')?.dataset['drop']
    if (target !== undefined) return target === '' ? null : target
  }
  return undefined
}

const startPx = 6
const edgePx = 56
const openAfterMs = 700

type DragOptions = {
  /** What scrolls while the pointer is near its upper or lower edge. */
  scroller: RefObject<HTMLElement | null>
  /** Follows the pointer. */
  ghost: RefObject<HTMLElement | null>
  /** The pointer rests over a category. */
  onRest: (categoryId: string) => void
  onDrop: (id: string, target: DropTarget) => void
}

/** Dragging with mouse, pen or finger by pointer events alone: Esc or a lost pointer gives up, the edges scroll. */
export function useCategoryDrag(options: DragOptions): { drag: Drag | undefined; begin: (event: PointerEvent, id: string) => void } {
  const [drag, setDrag] = useState<Drag>()
  const latest = useRef(options)
  latest.current = options
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const { onRest } = options
  const over = drag?.over
  const restedOn = useRef(onRest)
  restedOn.current = onRest
  useEffect(() => {
    if (typeof over !== 'string') return undefined
    const timer = setTimeout(() => restedOn.current(over), openAfterMs)
    return () => clearTimeout(timer)
  }, [over])

  const begin = (first: PointerEvent, id: string): void => {
    if (first.button !== 0 || !first.isPrimary) return
    stop.current?.()
    const { pointerId, clientX: startX, clientY: startY } = first
    let at = { x: startX, y: startY }
    let isDragging = false
    let frame = 0

    const update = (): void => {
      const { ghost } = latest.current
      ghost.current?.style.setProperty('transform', `translate(${at.x + 14}px, ${at.y + 10}px)`)
      const target = targetAt(at.x, at.y)
      setDrag((present) => (present?.id === id && present.over === target ? present : { id, over: target }))
    }
    const scrollAtEdges = (): void => {
      frame = requestAnimationFrame(scrollAtEdges)
      const box = latest.current.scroller.current?.getBoundingClientRect()
      if (box === undefined) return
      const speed = at.y < box.top + edgePx ? at.y - box.top - edgePx : at.y > box.bottom - edgePx ? at.y - box.bottom + edgePx : 0
      if (speed === 0) return
      latest.current.scroller.current?.scrollBy({ top: Math.max(-edgePx, Math.min(edgePx, speed)) / 4 })
      update()
    }
    const onMove = (event: globalThis.PointerEvent): void => {
      if (event.pointerId !== pointerId) return
      at = { x: event.clientX, y: event.clientY }
      if (!isDragging && Math.hypot(at.x - startX, at.y - startY) < startPx) return
      if (!isDragging) frame = requestAnimationFrame(scrollAtEdges)
      isDragging = true
      update()
    }
    const end = (): void => {
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('contextmenu', keepFinger)
      window.removeEventListener('keydown', onKey, { capture: true })
      setDrag(undefined)
      stop.current = undefined
    }
    const onUp = (event: globalThis.PointerEvent): void => {
      if (event.pointerId !== pointerId) return
      end()
      if (!isDragging) return
      ignoreNextClick()
      const target = targetAt(event.clientX, event.clientY)
      if (target !== undefined) latest.current.onDrop(id, target)
    }
    // A finger that rests on the grip before it moves must not call a menu, which would end the drag.
    const keepFinger = (event: Event): void => {
      if (first.pointerType === 'touch') event.preventDefault()
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !isDragging) return
      // The dialog would close by it.
      event.stopPropagation()
      event.preventDefault()
      end()
    }
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', end)
    window.addEventListener('contextmenu', keepFinger)
    window.addEventListener('keydown', onKey, { capture: true })
    stop.current = end
  }
  return { drag, begin }
}

/** The press that ends a drag is no press on what lies there. */
function ignoreNextClick(): void {
  const ignore = (event: Event): void => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }), 0)
}
