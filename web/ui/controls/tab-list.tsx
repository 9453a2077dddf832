import { type KeyboardEvent, useEffect, useRef } from 'react'
import { cn } from '../cn.ts'
import { CountBadge } from '../layout/badge.tsx'
import { countToText } from '#web/language/staff-texts.ts'

type Tab<Value extends string> = { value: Value; label: string; count?: number | null | undefined }

type TabListProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value | undefined
  /** The id of the element that shows the chosen tab. */
  panelId: string
  className?: string | undefined
  onChange: (value: Value) => void
}

/** One tab stop: arrows, Home and End choose among the tabs. */
export function TabList<Value extends string>({ label, tabs, value, panelId, className, onChange }: TabListProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const stop = Math.max(
    0,
    tabs.findIndex((tab) => tab.value === value),
  )
  // On a phone the chosen tab can lie beyond the edge, and further still once the counts are read.
  const counts = tabs.map(({ count }) => count).join(' ')
  useEffect(() => {
    if (list.current !== null) showChosen(list.current)
  }, [stop, counts])
  const move = (event: KeyboardEvent, index: number): void => {
    const next = findNext(event.key, index, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || tab === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
    onChange(tab.value)
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={cn('flex min-w-0 items-stretch overflow-x-auto [scrollbar-width:none]', className)}>
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={index === stop ? 0 : -1}
          title={tab.count == null ? undefined : countToText(tab.count)}
          className={cn(
            'relative inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-md px-3 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 max-lg:px-2',
            'after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full aria-selected:font-semibold aria-selected:text-ink aria-selected:after:bg-accent',
          )}
          onClick={() => onChange(tab.value)}
          onKeyDown={(event) => move(event, index)}
        >
          {tab.label}
          {/* Keeps the place of a count that is still being read, so that the tabs do not move. */}
          {tab.count === null && <span aria-hidden="true" className="h-5 w-7" />}
          {tab.count != null && (
            <span aria-hidden="true" className="flex">
              <CountBadge count={tab.count} tone={tab.value === value ? 'accent' : 'neutral'} />
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** Scrolls the list sideways alone: a list further down keeps its page where it is. */
function showChosen(list: HTMLElement): void {
  const chosen = list.querySelector('[aria-selected="true"]')?.getBoundingClientRect()
  if (chosen === undefined) return
  const { left, right } = list.getBoundingClientRect()
  if (chosen.left < left) list.scrollLeft -= left - chosen.left
  else if (chosen.right > right) list.scrollLeft += chosen.right - right
}

function findNext(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
