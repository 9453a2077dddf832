import type { ComponentProps, ReactNode, Ref } from 'react'
import { cn } from '../cn.ts'
import { inputClass, useFieldControl } from './field.tsx'
import { useAutoGrow } from './use-auto-grow.ts'

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
