import { Check, Minus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from '../cn.ts'
import { useRowTabIndex } from './active-row.ts'

type SelectBoxProps = {
  label: string
  checked: boolean | 'mixed'
  onToggle: (isRange: boolean) => void
  className?: string | undefined
}

/** A row's checkbox; its label is 44 px square, so that a near miss does not open the row. */
export function SelectBox({ label, checked, onToggle, className }: SelectBoxProps) {
  const tabIndex = useRowTabIndex()
  const input = useRef<HTMLInputElement>(null)
  const isMixed = checked === 'mixed'
  // A click clears `indeterminate`, even if the rows stay unchanged.
  const showMixed = (): void => {
    if (input.current !== null) input.current.indeterminate = isMixed
  }
  useEffect(showMixed)
  return (
    <label className={cn('flex size-11 cursor-pointer items-center justify-center select-none', className)}>
      <span className="relative flex size-5 shrink-0">
        <input
          ref={input}
          type="checkbox"
          aria-label={label}
          tabIndex={tabIndex}
          checked={checked === true}
          // A change event lacks the modifier keys; Space also fires a click.
          onChange={showMixed}
          onClick={(event) => onToggle(event.shiftKey)}
          className="peer size-5 cursor-pointer appearance-none rounded-sm border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent"
        />
        <Check aria-hidden="true" strokeWidth={3} className="pointer-events-none absolute inset-0.5 size-4 text-on-accent opacity-0 peer-checked:opacity-100" />
        <Minus
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute inset-0.5 size-4 text-on-accent opacity-0 peer-indeterminate:opacity-100"
        />
      </span>
    </label>
  )
}
