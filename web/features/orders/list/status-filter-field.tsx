import { isStatusTicked, type StatusFilter, toggleStatus } from '#schema/rules/orders/status-filter.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { MultiSelect } from '#web/ui/controls/multi-select.tsx'

/** Which orders are shown by their status: open ones, all, one, or several (ORD-11). Inside a Field. */
export function StatusFilterField({ value, onChange }: { value: StatusFilter; onChange: (value: StatusFilter) => void }) {
  const statuses = useOrderStatuses()
  return (
    <MultiSelect
      text={statusFilterToLabel(value, statuses)}
      options={[
        { value: 'open', label: 'Open', isSelected: value === 'open', isShortcut: true },
        { value: 'all', label: 'All', isSelected: value === 'all', isShortcut: true },
        ...statuses.map(({ id, statusName }) => ({ value: id, label: statusName, isSelected: isStatusTicked(value, id) })),
      ]}
      onChoose={(chosen) => onChange(chosen === 'open' || chosen === 'all' ? chosen : [chosen])}
      onToggle={(id) => onChange(toggleStatus(value, id))}
      hint="Tick boxes to see several"
    />
  )
}

type NamedStatus = { id: string; statusName: string }

/** 'Open', 'In the Lab', '3 statuses'. */
export function statusFilterToLabel(filter: StatusFilter, statuses: readonly NamedStatus[]): string {
  if (filter === 'all') return 'All'
  if (filter === 'open') return 'Open'
  if (filter.length > 1) return `${filter.length} statuses`
  return statuses.find(({ id }) => id === filter[0])?.statusName ?? 'Unknown status'
}
