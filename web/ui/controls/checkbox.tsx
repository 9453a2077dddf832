import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
}

/** A native checkbox; the whole 44 px line is the target. Works with `register()`. */
export function Checkbox({ label, hint, className, id, ...rest }: CheckboxProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <label htmlFor={inputId} className={cn('flex min-h-11 items-center gap-3', rest.disabled && 'text-muted', className)}>
      <span className="relative flex size-6 shrink-0">
        <input
          {...rest}
          id={inputId}
          type="checkbox"
          aria-describedby={hint === undefined ? rest['aria-describedby'] : `${inputId}-hint`}
          className="peer size-6 appearance-none rounded-sm border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent disabled:opacity-55"
        />
        <Check aria-hidden="true" strokeWidth={3} className="pointer-events-none absolute inset-1 size-4 text-on-accent opacity-0 peer-checked:opacity-100" />
      </span>
      <span className="min-w-0">
        {label}
        {hint !== undefined && (
          <span id={`${inputId}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
