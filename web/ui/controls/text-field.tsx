import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'
import { inputClass, useFieldControl } from './field.tsx'

type TextFieldProps = ComponentProps<'input'> & {
  lead?: ReactNode
  trail?: ReactNode
  /** Tabular figures, for money, counts and phones. */
  numeric?: boolean | undefined
}

export function TextField({ lead, trail, numeric = false, className, type = 'text', ...rest }: TextFieldProps) {
  const control = useFieldControl()
  const input = (
    <input
      dir="auto"
      {...control}
      {...rest}
      type={type}
      className={cn(
        inputClass,
        'read-only:bg-sunken',
        numeric && 'tabular-nums',
        // A currency such as CHF is wider than an icon.
        lead !== undefined && (typeof lead === 'string' && lead.length > 2 ? 'pl-14' : 'pl-10'),
        trail !== undefined && 'pr-12',
        lead === undefined && trail === undefined && className,
      )}
    />
  )
  if (lead === undefined && trail === undefined) return input
  return (
    <div className={cn('relative w-full min-w-0', className)}>
      {lead !== undefined && <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted [&_svg]:size-5">{lead}</span>}
      {input}
      {trail !== undefined && <span className="absolute inset-y-0 right-0 flex items-center text-muted">{trail}</span>}
    </div>
  )
}
