import { useId } from 'react'
import { cn } from '../cn.ts'

type SegmentsProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string }[]
  value: string
  isHighlighted?: boolean | undefined
  className?: string | undefined
  onChange: (value: Value) => void
}

/** One of a few values side by side; arrow keys move between them. */
export function Segments<Value extends string>({ legend, options, value, isHighlighted = false, className, onChange }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={cn('flex min-w-0 flex-col gap-1', className)}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div
        data-highlighted={isHighlighted || undefined}
        className={cn('flex rounded-md border border-line-strong bg-surface transition-shadow', isHighlighted && 'ring-3 ring-warn')}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-10.5 flex-1 cursor-pointer items-center justify-center px-3 whitespace-nowrap first:rounded-l-md last:rounded-r-md has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input type="radio" name={name} className="sr-only" checked={value === option.value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
