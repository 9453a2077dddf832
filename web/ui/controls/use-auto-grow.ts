import { type Ref, useCallback, useLayoutEffect, useRef } from 'react'

/** `field-sizing: content` does it in CSS, without the two layouts per keystroke; Safari and Firefox of the tablets in use do not know it yet. */
const growsByItself = (): boolean => CSS.supports('field-sizing', 'content')

/** Keeps a textarea as tall as its text, where the browser does not. */
export function useAutoGrow(outerRef: Ref<HTMLTextAreaElement> | undefined, value: unknown) {
  const element = useRef<HTMLTextAreaElement | null>(null)

  const resize = useCallback(() => {
    const area = element.current
    if (!area || growsByItself()) return
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
