import { useId } from 'react'
import { cn } from '#web/ui/cn.ts'

type MergeChoiceProps = {
  legend: string
  value: string
  options: readonly { value: string; text: string }[]
  onChange: (value: string) => void
}

/** Two values beside each other, one of which stays. */
export function MergeChoice({ legend, value, options, onChange }: MergeChoiceProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              'flex min-h-11 min-w-0 cursor-pointer items-center gap-2 rounded-md border px-3 py-2 has-focus-visible:outline-2',
              option.value === value ? 'border-accent bg-accent-soft' : 'border-line',
            )}
          >
            <input
              type="radio"
              name={name}
              className="size-4 shrink-0 accent-accent"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={cn('min-w-0 wrap-anywhere', option.text === '' && 'text-muted')}>{option.text === '' ? 'None' : option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
