import { type PointerEvent, useState } from 'react'

type PointerOver = {
  isOver: boolean
  handlers: { onPointerEnter: (event: PointerEvent) => void; onPointerMove: (event: PointerEvent) => void; onPointerLeave: (event: PointerEvent) => void }
}

/**
 * Whether the pointer is over an element; `onOver` is called before anything is rendered for it, also again while it moves.
 * An element that came under a resting pointer gets no 'enter' from React where it took the place of another: the next move tells.
 */
export function usePointerOver(onOver?: () => void): PointerOver {
  const [isOver, setIsOver] = useState(false)
  const over = (): void => {
    onOver?.()
    setIsOver(true)
  }
  return { isOver, handlers: { onPointerEnter: over, onPointerMove: over, onPointerLeave: () => setIsOver(false) } }
}
