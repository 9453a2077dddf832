import { FilterChip } from '#web/ui/tables/filter-chip.tsx'
import { FilteredNote } from './view-parts.tsx'

/** An active filter: its name for screen readers, its text, and the change that removes it. */
export type ActiveFilter<Filters> = { name: string; text: string; without: Partial<Filters> }

type SearchAndDays = { search: string; from: string | null; to: string | null }

/** The active search and day filters, which all lists share; days read 'From Mar 3, 2026' unless `dayWords` differ. */
export function readSearchAndDays(
  { search, from, to }: SearchAndDays,
  formatDay: (day: string) => string,
  dayWords = { from: 'From', to: 'To' },
): ActiveFilter<SearchAndDays>[] {
  const words = search.trim()
  return [
    ...(words === '' ? [] : [{ name: 'search', text: `“${words}”`, without: { search: '' } }]),
    ...(from === null ? [] : [{ name: 'from', text: `${dayWords.from} ${formatDay(from)}`, without: { from: null } }]),
    ...(to === null ? [] : [{ name: 'to', text: `${dayWords.to} ${formatDay(to)}`, without: { to: null } }]),
  ]
}

/** The active filter by assignee, if any; `assignee` is 'all', 'unassigned' or an employee's id. */
export function readAssignee(assignee: string, employeeName: (id: string) => string): ActiveFilter<{ assignee: string }>[] {
  if (assignee === 'all') return []
  return [{ name: 'assignee', text: assignee === 'unassigned' ? 'Unassigned' : employeeName(assignee), without: { assignee: 'all' } }]
}

type FilterChipsProps<Filters> = { active: readonly ActiveFilter<Filters>[]; onChange: (change: Partial<Filters>) => void; onClear: () => void }

export function FilterChips<Filters>({ active, onChange, onClear }: FilterChipsProps<Filters>) {
  return (
    <FilteredNote clearText="Clear Filters" onClear={onClear}>
      {active.map(({ name, text, without }) => (
        <FilterChip key={`${name}/${text}`} name={name} onRemove={() => onChange(without)}>
          {text}
        </FilterChip>
      ))}
    </FilteredNote>
  )
}
