import { Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { TextField } from './text-field.tsx'

export type PlainSearchFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type' | 'ref'> & {
  label: string
  /** Names the button that empties the field. */
  clearLabel: string
  value: string
  onValueChange: (value: string) => void
}

/** Esc clears it first. */
export function PlainSearchField({ label, clearLabel, value, onValueChange, onKeyDown, ...rest }: PlainSearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <TextField
      {...rest}
      ref={input}
      aria-label={label}
      role="searchbox"
      data-own-escape={value === '' ? undefined : ''}
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') {
          event.stopPropagation()
          onValueChange('')
        }
        onKeyDown?.(event)
      }}
      lead={<Search aria-hidden="true" />}
      trail={
        value === '' ? undefined : (
          <button
            type="button"
            aria-label={clearLabel}
            className="flex size-11 items-center justify-center rounded-md hover:text-ink"
            onClick={() => {
              onValueChange('')
              input.current?.focus()
            }}
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )
      }
    />
  )
}
