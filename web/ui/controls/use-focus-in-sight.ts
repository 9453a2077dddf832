import { type RefObject, useLayoutEffect } from 'react'

/** Keeps an element's focused part visible when lines above it appear or disappear. */
export function useFocusInSight(element: RefObject<HTMLElement | null>, linesAbove: number): void {
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (focused !== null && element.current?.contains(focused) === true) focused.scrollIntoView({ block: 'nearest' })
  }, [element, linesAbove])
}
