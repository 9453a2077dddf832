import { DatabaseZap, RefreshCw } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { focusMain } from '#web/ui/layout/focus-main.ts'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { t } from '#web/inputs/inputs-texts.ts'
import { common } from '#web/language/common-texts.ts'

type SearchFilterProps = {
  label: string
  placeholder: string
  value: string
  onChange: (change: { search: string }) => void
}

export function SearchFilter({ label, placeholder, value, onChange }: SearchFilterProps) {
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      data-search
      className="w-auto min-w-32 flex-1 lg:min-w-48"
      value={value}
      onValueChange={(search) => onChange({ search })}
      onKeyDown={leaveSearch}
    />
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

/** Shown while a held list is out of order; pressing it sorts the list. */
export function StaleNote({ onSortAnew }: { onSortAnew: () => void }) {
  return (
    <Button variant="ghost" className="px-3 text-sm text-accent-ink" onClick={onSortAnew}>
      <RefreshCw aria-hidden="true" />
      {t.listChanged()}
    </Button>
  )
}

export function ListTrouble({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState icon={<DatabaseZap />} title={t.listUnread()} text={t.listUnreadText()} action={<Button onClick={onRetry}>{common.tryAgain()}</Button>} />
    </div>
  )
}
