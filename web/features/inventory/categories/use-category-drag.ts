import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** The new parent's id, or null for the top level. */
export type DropTarget = string | null

/** `over`: the target under the pointer; undefined without one. */
type Drag = { id: string; over: DropTarget | undefined }

/** Drop targets carry `data-drop`: an id, or '' for the top level. Search all elements at the point: a tooltip may cover the target. */
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
  /** Scrolls while the pointer is near its top or bottom edge. */
  scroller: RefObject<HTMLElement | null>
  ghost: RefObject<HTMLElement | null>
  /** Called when the pointer rests over a category. */
  onRest: (categoryId: string) => void
  onDrop: (id: string, target: DropTarget) => void
}

/** Drag and drop by pointer events for mouse, pen and touch: Esc or a lost pointer cancels, edges scroll. */
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
    // A long press on the grip must not open the context menu, which would end the drag.
    const keepFinger = (event: Event): void => {
      if (first.pointerType === 'touch') event.preventDefault()
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !isDragging) return
      // Otherwise Esc also closes the dialog.
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

/** Suppress the click that follows the release. */
function ignoreNextClick(): void {
  const ignore = (event: Event): void => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }), 0)
}
