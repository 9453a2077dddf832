import { type PointerEvent, useState } from 'react'

type PointerOver = {
  isOver: boolean
  handlers: { onPointerEnter: (event: PointerEvent) => void; onPointerMove: (event: PointerEvent) => void; onPointerLeave: (event: PointerEvent) => void }
}

/**
 * Whether the pointer is over an element; `onOver` is called before the next render, and on each move. An element that
 * replaces another under a resting pointer gets no 'enter' from React; its first move counts instead.
 */
export function usePointerOver(onOver?: () => void): PointerOver {
  const [isOver, setIsOver] = useState(false)
  const over = (): void => {
    onOver?.()
    setIsOver(true)
  }
  return { isOver, handlers: { onPointerEnter: over, onPointerMove: over, onPointerLeave: () => setIsOver(false) } }
}
