import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { inputClass, useFieldControl } from './field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined }

type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'multiple'> & {
  options: readonly SelectOption[]
  /** First option, with the value '', e.g. "All statuses". */
  placeholder?: string | undefined
}

/** A native select: the system picker on touch, a styled list where supported. Works with `register()` and with `value`/`onChange`. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const control = useFieldControl()
  return (
    <span className={cn('relative block w-full min-w-0', className)}>
      <select
        {...control}
        {...rest}
        className={cn(inputClass, 'ui-select appearance-none overflow-clip text-ellipsis whitespace-nowrap pr-10 [overflow-clip-margin:content-box]')}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={`${option.value}/${option.label}`} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted" />
    </span>
  )
}
