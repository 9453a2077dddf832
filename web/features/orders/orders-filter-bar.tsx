import { EmployeeSelect } from '#web/fields/employee-select.tsx'
import { StatusSelect } from '#web/fields/status-select.tsx'
import { formatDay } from '#web/fields/time.ts'
import { useEmployeeNames } from '#web/fields/use-employee-names.ts'
import { useOrderStatuses } from '#web/fields/use-status-name.ts'
import { DayRangeFilter, filterClass, FilteredNote, MoreFilters, searchClass } from '#web/fields/view-parts.tsx'
import { cn } from '#web/ui/cn.ts'
import { Field } from '#web/ui/field.tsx'
import { FilterChip } from '#web/ui/filter-chip.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import type { OrdersFilters } from './orders-filters.ts'

type FilterProps = { shopId: string; filters: OrdersFilters; onChange: (change: Partial<OrdersFilters>) => void }

const assigneeChoices = [
  { value: 'all', label: 'All' },
  { value: 'unassigned', label: 'Unassigned' },
]

/** Search over customer, phone, item and issue; dates; status; assignee (ORD-09..12). */
export function OrdersFilterBar({ shopId, filters, onChange }: FilterProps) {
  const { from, to, statusId, assignee } = filters
  return (
    <>
      <Field label="Search" className={searchClass}>
        <SearchField
          label="Search orders by customer, phone, item or issue"
          placeholder="Customer, phone, item, issue"
          data-search
          value={filters.search}
          onValueChange={(search) => onChange({ search })}
        />
      </Field>
      <MoreFilters activeCount={[from, to, statusId].filter((value) => value !== null).length + (assignee === 'all' ? 0 : 1)}>
      <DayRangeFilter from={from} to={to} onChange={onChange} />
      <Field label="Status" className={cn(filterClass, 'w-44')}>
        <StatusSelect placeholder="All" value={statusId ?? ''} onChange={(event) => onChange({ statusId: event.target.value || null })} />
      </Field>
      <Field label="Assigned To" className={filterClass}>
        <EmployeeSelect
          shopId={shopId}
          leading={assigneeChoices}
          assignedId={assignee}
          value={assignee}
          onChange={(event) => onChange({ assignee: event.target.value })}
        />
      </Field>
      </MoreFilters>
    </>
  )
}

/** What is filtered by, each removable; the documented note and Clear. */
export function OrdersFilterChips({ shopId, filters, onChange, onClear }: FilterProps & { onClear: () => void }) {
  const statuses = useOrderStatuses()
  const employeeName = useEmployeeNames(shopId)
  const { from, to, statusId, assignee } = filters
  const search = filters.search.trim()
  return (
    <FilteredNote clearText="Clear Filters" onClear={onClear}>
      {search !== '' && (
        <FilterChip name="search" onRemove={() => onChange({ search: '' })}>
          “{search}”
        </FilterChip>
      )}
      {from !== null && (
        <FilterChip name="from" onRemove={() => onChange({ from: null })}>
          From {formatDay(from)}
        </FilterChip>
      )}
      {to !== null && (
        <FilterChip name="to" onRemove={() => onChange({ to: null })}>
          To {formatDay(to)}
        </FilterChip>
      )}
      {statusId !== null && (
        <FilterChip name="status" onRemove={() => onChange({ statusId: null })}>
          {statuses.find(({ id }) => id === statusId)?.statusName ?? 'Unknown status'}
        </FilterChip>
      )}
      {assignee !== 'all' && (
        <FilterChip name="assignee" onRemove={() => onChange({ assignee: 'all' })}>
          {assignee === 'unassigned' ? 'Unassigned' : employeeName(assignee)}
        </FilterChip>
      )}
    </FilteredNote>
  )
}
