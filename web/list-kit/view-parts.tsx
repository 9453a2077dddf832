import { DatabaseZap, ListFilter, RefreshCw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { DateField } from '#web/ui/controls/date-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { focusMain } from '#web/ui/layout/focus-main.ts'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { EmployeeSelect } from '../inputs/employee-select.tsx'

/** Beside the search on a wide screen; on their own line on a tablet, two per line on a phone. */
export const filterClass = 'w-40 max-lg:w-auto max-lg:min-w-0 max-lg:flex-1 max-sm:basis-[calc(50%-0.25rem)]'

const searchClass = 'min-w-48 flex-1 max-lg:basis-full max-sm:basis-0'

type SearchFilterProps = {
  label: string
  placeholder: string
  value: string
  onChange: (change: { search: string }) => void
}

export function SearchFilter({ label, placeholder, value, onChange }: SearchFilterProps) {
  return (
    <Field label="Search" className={searchClass}>
      <SearchField label={label} placeholder={placeholder} data-search value={value} onValueChange={(search) => onChange({ search })} onKeyDown={leaveSearch} />
    </Field>
  )
}

/** Down moves to the first row; Esc clears the search, then leaves it. */
function leaveSearch(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'ArrowDown') {
    const view = event.currentTarget.closest('section')
    const row = view?.querySelector<HTMLElement>(firstRow) ?? view?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')
    if (row == null) return
    event.preventDefault()
    row.focus()
  } else if (event.key === 'Escape' && event.currentTarget.value === '') focusMain()
}

const firstRow = '[data-row-index="0"], [role="treegrid"] [aria-rowindex="1"]'

const assigneeChoices = [
  { value: 'all', label: 'All' },
  { value: 'unassigned', label: 'Unassigned' },
]

export function AssigneeFilter({ shopId, assignee, onChange }: { shopId: string; assignee: string; onChange: (change: { assignee: string }) => void }) {
  return (
    <Field label="Assigned To" className={filterClass}>
      <EmployeeSelect
        shopId={shopId}
        leading={assigneeChoices}
        assignedId={assignee}
        value={assignee}
        onChange={(event) => onChange({ assignee: event.target.value })}
      />
    </Field>
  )
}

export function MoreFilters({ activeCount, children }: { activeCount: number; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button className="px-3 sm:hidden" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <ListFilter aria-hidden="true" />
        Filters
        <CountBadge count={activeCount} tone="accent" label="active" />
      </Button>
      <div className={isOpen ? 'contents' : 'contents max-sm:hidden'}>{children}</div>
    </>
  )
}

export function DayRangeFilter({
  from,
  to,
  onChange,
}: {
  from: string | null
  to: string | null
  onChange: (change: { from?: string | null; to?: string | null }) => void
}) {
  return (
    <>
      <Field label="From" className={filterClass}>
        <DateField value={from ?? ''} max={to ?? undefined} onChange={(event) => onChange({ from: event.target.value || null })} />
      </Field>
      <Field label="To" className={filterClass}>
        <DateField value={to ?? ''} min={from ?? undefined} onChange={(event) => onChange({ to: event.target.value || null })} />
      </Field>
    </>
  )
}

export function FilteredNote({ clearText, onClear, children }: { clearText: string; onClear: () => void; children: ReactNode }) {
  return (
    <>
      <span role="status" className="text-sm text-muted">
        Showing Filtered Results
      </span>
      {children}
      <Button variant="ghost" className="px-2 text-sm text-accent-ink" onClick={onClear}>
        {clearText}
      </Button>
    </>
  )
}

/** Shown while a held list is out of order; pressing it sorts the list. */
export function StaleNote({ onSortAnew }: { onSortAnew: () => void }) {
  return (
    <Button variant="ghost" className="px-3 text-sm text-accent-ink" onClick={onSortAnew}>
      <RefreshCw aria-hidden="true" />
      The list has changed: update it
    </Button>
  )
}

export function ListTrouble({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={<DatabaseZap />}
        title="The list could not be read"
        text="What was saved is still on this device. Try again; if that does not help, reload the page."
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}
