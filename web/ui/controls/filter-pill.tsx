import { ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import type { SelectOption } from './select.tsx'
import { t } from '#web/language/controls-texts.ts'

type FilterPillProps = {
  label: string
  /** What is chosen; undefined while the filter is not set. */
  text: string | undefined
  onRemove: () => void
  /** One control, which covers the pill's text. */
  children: ReactNode
}

const faceClass = (isSet: boolean): string =>
  cn(
    'absolute inset-x-0 inset-y-1 rounded-full border transition-colors',
    isSet ? 'border-accent-soft bg-accent-soft' : 'border-line-strong bg-surface group-hover:bg-hover',
  )

const pillClass = 'group relative inline-flex h-11 max-w-full min-w-0 items-center rounded-full text-sm'

/** 'Status', and once it is set 'Status: Fixed' with a button that removes it. */
export function FilterPill({ label, text, onRemove, children }: FilterPillProps) {
  const isSet = text !== undefined
  return (
    <span className={cn(pillClass, isSet && 'text-accent-ink')}>
      <span aria-hidden="true" className={faceClass(isSet)} />
      <span
        className={cn(
          'relative flex h-11 min-w-0 items-center gap-1 rounded-full pl-3 has-focus-visible:outline-2 has-focus-visible:outline-focus',
          !isSet && 'pr-2.5',
        )}
      >
        <span aria-hidden="true" className="truncate">
          {isSet ? t.filterIs({ label, text }) : label}
        </span>
        {!isSet && <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />}
        {children}
      </span>
      {isSet && (
        <button
          type="button"
          aria-label={t.removeFilter({ label, text })}
          className="relative flex size-11 shrink-0 items-center justify-center rounded-full"
          onClick={(event) => {
            // The button goes with what it removes.
            event.currentTarget.parentElement?.querySelector<HTMLElement>('[role="combobox"], select')?.focus()
            onRemove()
          }}
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </span>
  )
}

/** Lies over the pill's text. */
export const pillControlClass = 'absolute inset-0 size-full cursor-pointer opacity-0'

type SelectPillProps = {
  label: string
  /** The first one stands for no filter. */
  options: readonly SelectOption[]
  value: string
  text?: string | undefined
  onChange: (value: string) => void
}

/** A native select in a pill: the system picker on touch. */
export function SelectPill({ label, options, value, text, onChange }: SelectPillProps) {
  const none = options[0]?.value ?? ''
  const chosen = text ?? options.find((option) => option.value === value)?.label
  return (
    <FilterPill label={label} text={value === none ? undefined : chosen} onRemove={() => onChange(none)}>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} className={cn('ui-select text-input', pillControlClass)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </FilterPill>
  )
}

type TogglePillProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode }

export function TogglePill({ isOn, onChange, children }: TogglePillProps) {
  return (
    <button type="button" aria-pressed={isOn} className={cn(pillClass, 'px-3', isOn && 'text-accent-ink')} onClick={() => onChange(!isOn)}>
      <span aria-hidden="true" className={faceClass(isOn)} />
      <span className="relative flex items-center gap-1.5">
        {children}
        {isOn && <X aria-hidden="true" className="size-4 shrink-0" />}
      </span>
    </button>
  )
}
