import { type ComponentProps, type ReactNode, type Ref, useCallback, useLayoutEffect, useRef } from 'react'
import { cn } from '../cn.ts'
import { inputClass, useFieldControl } from './field.tsx'

/** CSS grows the field where `field-sizing: content` is supported; older Safari and Firefox need the script, at two layouts per keystroke. */
const growsByItself = (): boolean => CSS.supports('field-sizing', 'content')

/** Keeps a textarea as tall as its text, where the browser does not. */
function useAutoGrow(outerRef: Ref<HTMLTextAreaElement> | undefined, value: unknown) {
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

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'ref'> & {
  /** Height before anything is typed, in lines. */
  rows?: number | undefined
  ref?: Ref<HTMLTextAreaElement> | undefined
  /** A button at the right end of the first line, inside the frame. */
  trail?: ReactNode
}

/** Several lines of text; grows with what is typed, up to 60 % of the screen. */
export function TextArea({ rows = 3, className, style, ref, trail, onInput, ...rest }: TextAreaProps) {
  const control = useFieldControl()
  const { attach, resize } = useAutoGrow(ref, rest.value)
  const area = (
    <textarea
      {...control}
      {...rest}
      ref={attach}
      rows={rows}
      onInput={(event) => {
        resize()
        onInput?.(event)
      }}
      // `field-sizing: content` ignores `rows`, so the minimum height is computed, with padding and border.
      style={{ minHeight: `calc(${rows}lh + 1.25rem + 2px)`, ...style }}
      className={cn(inputClass, 'read-only:bg-sunken block field-sizing-content max-h-[60dvh] resize-none py-2.5', trail !== undefined && 'pr-12', className)}
    />
  )
  if (trail === undefined) return area
  return (
    <div className="relative w-full min-w-0">
      {area}
      <span className="absolute top-0 right-0 flex text-muted">{trail}</span>
    </div>
  )
}
