import { type Ref, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Keeps a textarea as tall as its text. `field-sizing: content` would do it in CSS, but Safari and Firefox of the
 * tablets in use do not know it yet.
 */
export function useAutoGrow(outerRef: Ref<HTMLTextAreaElement> | undefined, value: unknown) {
  const element = useRef<HTMLTextAreaElement | null>(null)

  const resize = useCallback(() => {
    const area = element.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + (area.offsetHeight - area.clientHeight)}px`
  }, [])

  const attach = useCallback(
    (area: HTMLTextAreaElement | null) => {
      element.current = area
      if (typeof outerRef === 'function') outerRef(area)
      else if (outerRef) outerRef.current = area
      resize()
    },
    [outerRef, resize],
  )

  useLayoutEffect(resize, [resize, value])
  return { attach, resize }
}
