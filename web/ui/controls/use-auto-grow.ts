import { type Ref, useCallback, useLayoutEffect, useRef } from 'react'

/** CSS grows the field where `field-sizing: content` is supported; older Safari and Firefox need the script, at two layouts per keystroke. */
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
