import { type ComponentProps, type ReactNode, type Ref, useCallback, useLayoutEffect, useRef } from 'react'
import { cn } from '../cn.ts'
import { inputClass, useFieldControl } from './field.tsx'

/** Older Safari and Firefox lack `field-sizing: content` and need the script, at two layouts per keystroke. */
const growsByItself = (): boolean => CSS.supports('field-sizing', 'content')

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
  rows?: number | undefined
  ref?: Ref<HTMLTextAreaElement> | undefined
  trail?: ReactNode
}

/** Grows with its text, up to 60 % of the screen. */
export function TextArea({ rows = 3, className, style, ref, trail, onInput, ...rest }: TextAreaProps) {
  const control = useFieldControl()
  const { attach, resize } = useAutoGrow(ref, rest.value)
  const area = (
    <textarea
      dir="auto"
      {...control}
      {...rest}
      ref={attach}
      rows={rows}
      onInput={(event) => {
        resize()
        onInput?.(event)
      }}
      // `field-sizing: content` ignores `rows`, so compute the minimum height, with padding and border.
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
