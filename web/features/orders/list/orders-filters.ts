import { idsToStatusFilter, type StatusFilter } from '#schema/rules/orders/status-filter.ts'
import type { AgeBand } from '#schema/rules/orders/status-age.ts'
import { readDay, readPage, valuesToSearch } from '#web/list-kit/list-filters.ts'

export type OrdersFilters = {
  search: string
  from: string | null
  to: string | null
  status: StatusFilter
  /** 'all', 'unassigned', or an employee id. */
  assignee: string
  /** Only orders with an open balance. */
  isUnpaid: boolean
  /** Only orders in their status for this long. */
  age: AgeBand | null
  page: number
  /** Absent for the table. */
  view?: 'board' | undefined
}

const ageBands = ['green', 'yellow', 'red'] as const satisfies readonly AgeBand[]

export const ageBandNames: Readonly<Record<AgeBand, string>> = { green: 'Fresh', yellow: 'Getting old', red: 'Old' }

export const noOrdersFilters: OrdersFilters = { search: '', from: null, to: null, status: 'all', assignee: 'all', isUnpaid: false, age: null, page: 1 }

/** `readUsual`: the statuses of an address without a filter; "All" is then explicit in the address. */
export const createOrdersFiltersCodec = (readUsual: () => StatusFilter) => ({
  read: (params: URLSearchParams): OrdersFilters => ({
    search: params.get('q') ?? '',
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    status: params.size === (params.has('view') ? 1 : 0) ? readUsual() : textToStatusFilter(params.get('status')),
    assignee: params.get('assignee') || 'all',
    isUnpaid: params.get('unpaid') === '1',
    age: ageBands.find((band) => band === params.get('age')) ?? null,
    page: readPage(params.get('page')),
    ...(params.get('view') === 'board' && { view: 'board' }),
  }),
  write: ({ search, from, to, status, assignee, isUnpaid, age, page, view }: OrdersFilters): string => {
    const rest = { q: search, from, to, assignee: assignee === 'all' ? null : assignee, unpaid: isUnpaid ? '1' : null, age, page: page === 1 ? null : page }
    const isBare = valuesToSearch(rest) === ''
    return valuesToSearch({ view: view ?? null, ...rest, status: status === 'all' && (!isBare || readUsual() === 'all') ? null : statusFilterToText(status) })
  },
})

/** 'all', 'open', or comma-separated ids. */
export const statusFilterToText = (status: StatusFilter): string => (typeof status === 'string' ? status : status.join(','))

export function textToStatusFilter(text: string | null): StatusFilter {
  if (text === null || text === '' || text === 'all') return 'all'
  return text === 'open' ? 'open' : idsToStatusFilter(text.split(',').filter((id) => id !== ''))
}

export const isFilteringOrders = ({ search, from, to, status, assignee, isUnpaid, age }: OrdersFilters): boolean =>
  search.trim() !== '' || from !== null || to !== null || status !== 'all' || assignee !== 'all' || isUnpaid || age !== null
