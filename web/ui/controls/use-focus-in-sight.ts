import { type RefObject, useLayoutEffect } from 'react'

/** Keeps the focused part of an element in sight when lines above it come or go. */
export function useFocusInSight(element: RefObject<HTMLElement | null>, linesAbove: number): void {
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (focused !== null && element.current?.contains(focused) === true) focused.scrollIntoView({ block: 'nearest' })
  }, [element, linesAbove])
}
