import { FilterChips, readAssignee, readSearchAndDays } from '#web/fields/filter-chips.tsx'
import { StatusSelect } from '#web/fields/status-select.tsx'
import { useEmployeeNames } from '#web/fields/use-employee-names.ts'
import { useOrderStatuses } from '#web/fields/use-status-name.ts'
import { AssigneeFilter, DayRangeFilter, filterClass, MoreFilters, SearchFilter } from '#web/fields/view-parts.tsx'
import { cn } from '#web/ui/cn.ts'
import { Field } from '#web/ui/field.tsx'
import type { OrdersFilters } from './orders-filters.ts'

type FilterProps = { shopId: string; filters: OrdersFilters; onChange: (change: Partial<OrdersFilters>) => void }

/** Search over customer, phone, item and issue; dates; status; assignee (ORD-09..12). */
export function OrdersFilterBar({ shopId, filters, onChange }: FilterProps) {
  const { from, to, statusId, assignee } = filters
  return (
    <>
      <SearchFilter label="Search orders by customer, phone, item or issue" placeholder="Customer, phone, item, issue" value={filters.search} onChange={onChange} />
      <MoreFilters activeCount={[from, to, statusId].filter((value) => value !== null).length + (assignee === 'all' ? 0 : 1)}>
        <DayRangeFilter from={from} to={to} onChange={onChange} />
        <Field label="Status" className={cn(filterClass, 'w-44')}>
          <StatusSelect placeholder="All" value={statusId ?? ''} onChange={(event) => onChange({ statusId: event.target.value || null })} />
        </Field>
        <AssigneeFilter shopId={shopId} assignee={assignee} onChange={onChange} />
      </MoreFilters>
    </>
  )
}

export function OrdersFilterChips({ shopId, filters, onChange, onClear }: FilterProps & { onClear: () => void }) {
  const statuses = useOrderStatuses()
  const employeeName = useEmployeeNames(shopId)
  const { statusId, assignee } = filters
  const statusName = statuses.find(({ id }) => id === statusId)?.statusName ?? 'Unknown status'
  return (
    <FilterChips<OrdersFilters>
      active={[
        ...readSearchAndDays(filters),
        ...(statusId === null ? [] : [{ name: 'status', text: statusName, without: { statusId: null } }]),
        ...readAssignee(assignee, employeeName),
      ]}
      onChange={onChange}
      onClear={onClear}
    />
  )
}
