import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { cn } from '../../ui/cn.ts'

type MethodTabsProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  tabs: readonly { value: Value; label: string; content: ReactNode }[]
}

/** Tabs without Radix, whose 9 kB of script exceed the portal's limit. Arrows, Home and End move between them. */
export function MethodTabs<Value extends string>({ label, value, onValueChange, tabs }: MethodTabsProps<Value>) {
  const id = useId()
  const idOf = (part: string, of: Value) => `${id}-${part}-${of}`

  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }
    const place = places[event.key]
    const next = place === undefined ? undefined : tabs.at(place % tabs.length)
    if (next === undefined) return
    event.preventDefault()
    onValueChange(next.value)
    document.getElementById(idOf('tab', next.value))?.focus()
  }

  return (
    <div>
      <div role="tablist" aria-label={label} className="flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={idOf('tab', tab.value)}
            aria-selected={tab.value === value}
            aria-controls={idOf('panel', tab.value)}
            tabIndex={tab.value === value ? 0 : -1}
            onKeyDown={move}
            onClick={() => onValueChange(tab.value)}
            className={cn(
              '-mb-px min-h-11 border-b-2 border-transparent px-3 text-muted transition-colors hover:text-ink',
              tab.value === value && 'border-accent font-semibold text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={idOf('panel', tab.value)}
          aria-labelledby={idOf('tab', tab.value)}
          hidden={tab.value !== value}
          className="pt-4"
        >
          {tab.value === value && tab.content}
        </div>
      ))}
    </div>
  )
}
