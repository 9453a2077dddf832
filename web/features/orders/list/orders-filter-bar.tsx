import { type StatusFilter, toggleStatus, isStatusTicked } from '#schema/rules/orders/status-filter.ts'
import { anyTimeLabel } from '#web/inputs/time/day-presets.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { AssigneeFilter, DaysFilter, ListFilters } from '#web/list-kit/list-tools.tsx'
import { SelectPill, TogglePill } from '#web/ui/controls/filter-pill.tsx'
import { focusMain } from '#web/ui/layout/focus-main.ts'
import { ageToText, type OrdersFilters } from './orders-filters.ts'
import { MultiSelect } from '#web/ui/controls/multi-select.tsx'
import { t } from './orders-texts.ts'

type FilterProps = { shopId: string; filters: OrdersFilters; onChange: (change: Partial<OrdersFilters>) => void }

/** Days, status, assignee, age and money. A sale is no repair: what asks of repairs only shows there while it filters, to be taken off. */
export function OrdersFilterBar({ shopId, filters, onChange, onClear }: FilterProps & { onClear: (() => void) | undefined }) {
  const { from, to, status, assignee, isUnpaid, age, due } = filters
  const isOfRepairs = filters.view !== 'sales'
  const active = [from !== null || to !== null, status !== 'all', assignee !== 'all', isUnpaid, age !== null, due !== null]
  return (
    <ListFilters activeCount={active.filter(Boolean).length} onClear={onClear}>
      {(isOfRepairs || status !== 'all') && <StatusFilterField value={status} onChange={(next) => onChange({ status: next })} />}
      {(isOfRepairs || assignee !== 'all') && <AssigneeFilter shopId={shopId} assignee={assignee} onChange={onChange} />}
      <DaysFilter label={t.created()} from={from} to={to} onChange={onChange} />
      {(isOfRepairs || age !== null) && <AgeFilter age={age} onChange={onChange} />}
      <TogglePill isOn={isUnpaid} onChange={(next) => onChange({ isUnpaid: next })}>
        {t.unpaid()}
      </TogglePill>
      {due !== null && <DueFilter due={due} onChange={onChange} />}
    </ListFilters>
  )
}

const dueOptions = [
  { value: '', label: anyTimeLabel },
  { value: 'today', label: t.today() },
  { value: 'late', label: t.overdue() },
] as const

/** Set by links only, so it goes when it is cleared. */
function DueFilter({ due, onChange }: { due: 'today' | 'late'; onChange: (change: Pick<OrdersFilters, 'due'>) => void }) {
  const change = (value: string): void => {
    const next = value === 'today' || value === 'late' ? value : null
    onChange({ due: next })
    if (next === null) focusMain()
  }
  return <SelectPill label={t.due()} options={dueOptions} value={due} onChange={change} />
}

const agesInDays = [1, 2, 5, 10, 30]

function AgeFilter({ age, onChange }: { age: OrdersFilters['age']; onChange: (change: { age: OrdersFilters['age'] }) => void }) {
  const ages = ['green', 'yellow', 'red', ...agesInDays, ...(typeof age === 'number' && !agesInDays.includes(age) ? [age] : [])] as const
  return (
    <SelectPill
      label={t.inStatus()}
      value={String(age ?? '')}
      options={[{ value: '', label: anyTimeLabel }, ...ages.map((value) => ({ value: String(value), label: ageToText(value) }))]}
      onChange={(chosen) => onChange({ age: ages.find((value) => String(value) === chosen) ?? null })}
    />
  )
}

/** Filters by open, all, one or several statuses. */
function StatusFilterField({ value, onChange }: { value: StatusFilter; onChange: (value: StatusFilter) => void }) {
  const statuses = useOrderStatuses()
  return (
    <MultiSelect
      label={t.status()}
      text={value === 'all' ? undefined : statusFilterToLabel(value, statuses)}
      onRemove={() => onChange('all')}
      options={[
        { value: 'open', label: t.open(), isSelected: value === 'open', isShortcut: true },
        { value: 'all', label: t.all(), isSelected: value === 'all', isShortcut: true },
        ...statuses.map(({ id, statusName }) => ({ value: id, label: statusName, isSelected: isStatusTicked(value, id) })),
      ]}
      onChoose={(chosen) => onChange(chosen === 'open' || chosen === 'all' ? chosen : [chosen])}
      onToggle={(id) => onChange(toggleStatus(value, id))}
      hint={t.tickSeveral()}
    />
  )
}

type NamedStatus = { id: string; statusName: string }

/** 'Open', 'In the Lab', '3 statuses'. */
function statusFilterToLabel(filter: Exclude<StatusFilter, 'all'>, statuses: readonly NamedStatus[]): string {
  if (filter === 'open') return t.open()
  if (filter.length > 1) return t.statuses({ count: filter.length })
  return statuses.find(({ id }) => id === filter[0])?.statusName ?? t.unknownStatus()
}
