import { type StatusFilter, toggleStatus, isStatusTicked } from '#schema/rules/orders/status-filter.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { type ActiveFilter, FilterChips, readAssignee, readSearchAndDays } from '#web/list-kit/filter-chips.tsx'
import { useEmployeeNames } from '#web/inputs/use-employee-names.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { AssigneeFilter, DayRangeFilter, filterClass, MoreFilters } from '#web/list-kit/view-parts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { ageToText, type OrdersFilters } from './orders-filters.ts'
import { MultiSelect } from '#web/ui/controls/multi-select.tsx'

type FilterProps = { shopId: string; filters: OrdersFilters; onChange: (change: Partial<OrdersFilters>) => void }

/** Dates, status, assignee, age and money. */
export function OrdersFilterBar({ shopId, filters, onChange }: FilterProps) {
  const { from, to, status, assignee, isUnpaid, age, due } = filters
  return (
    <MoreFilters activeCount={[from !== null, to !== null, status !== 'all', assignee !== 'all', isUnpaid, age !== null, due !== null].filter(Boolean).length}>
      <DayRangeFilter from={from} to={to} onChange={onChange} />
      <Field label="Status" className={cn(filterClass, 'w-44')}>
        <StatusFilterField value={status} onChange={(next) => onChange({ status: next })} />
      </Field>
      <AssigneeFilter shopId={shopId} assignee={assignee} onChange={onChange} />
      <AgeFilter age={age} onChange={onChange} />
      <Button
        aria-pressed={isUnpaid}
        className="self-end px-3 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        onClick={() => onChange({ isUnpaid: !isUnpaid })}
      >
        Unpaid
      </Button>
    </MoreFilters>
  )
}

const agesInDays = [1, 2, 5, 10, 30]

function AgeFilter({ age, onChange }: { age: OrdersFilters['age']; onChange: (change: { age: OrdersFilters['age'] }) => void }) {
  const ages = ['green', 'yellow', 'red', ...agesInDays, ...(typeof age === 'number' && !agesInDays.includes(age) ? [age] : [])] as const
  return (
    <Field label="In its status" className={filterClass}>
      <Select
        value={String(age ?? '')}
        options={[{ value: '', label: 'Any time' }, ...ages.map((value) => ({ value: String(value), label: ageToText(value) }))]}
        onChange={(event) => onChange({ age: ages.find((value) => String(value) === event.target.value) ?? null })}
      />
    </Field>
  )
}

export function OrdersFilterChips({ shopId, filters, onChange, onClear }: FilterProps & { onClear: () => void }) {
  const statuses = useOrderStatuses()
  const employeeName = useEmployeeNames(shopId)
  const { day } = useShopFormat()
  const { status, assignee, isUnpaid, age, due } = filters
  return (
    <FilterChips<OrdersFilters>
      active={[
        ...readSearchAndDays(filters, day, { from: 'Created from', to: 'Created until' }),
        ...readStatuses(status, (part) => statusFilterToLabel(part, statuses)),
        ...readAssignee(assignee, employeeName),
        ...(isUnpaid ? [{ name: 'money', text: 'Unpaid', without: { isUnpaid: false } }] : []),
        ...(age === null ? [] : [{ name: 'age', text: `${ageToText(age)} in its status`, without: { age: null } }]),
        ...(due === null ? [] : [{ name: 'due', text: due === 'today' ? 'Due today' : 'Overdue', without: { due: null } }]),
      ]}
      onChange={onChange}
      onClear={onClear}
    />
  )
}

/** More selected statuses get no chips, which would push the list down. */
const fewStatuses = 3

function readStatuses(status: StatusFilter, toLabel: (part: StatusFilter) => string): ActiveFilter<OrdersFilters>[] {
  if (status === 'all') return []
  if (status === 'open' || status.length > fewStatuses) return [{ name: 'status', text: toLabel(status), without: { status: 'all' } }]
  return status.map((id) => ({ name: 'status', text: toLabel([id]), without: { status: toggleStatus(status, id) } }))
}

/** Filters by open, all, one or several statuses. Render inside a Field. */
function StatusFilterField({ value, onChange }: { value: StatusFilter; onChange: (value: StatusFilter) => void }) {
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
function statusFilterToLabel(filter: StatusFilter, statuses: readonly NamedStatus[]): string {
  if (filter === 'all') return 'All'
  if (filter === 'open') return 'Open'
  if (filter.length > 1) return `${filter.length} statuses`
  return statuses.find(({ id }) => id === filter[0])?.statusName ?? 'Unknown status'
}
