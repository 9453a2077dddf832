import { readDay, readPage, valuesToSearch } from '#web/fields/list-filters.ts'

export type OrdersFilters = {
  search: string
  from: string | null
  to: string | null
  statusId: string | null
  /** 'all', 'unassigned' or an employee's id (ORD-12). */
  assignee: string
  page: number
}

export const noOrdersFilters: OrdersFilters = { search: '', from: null, to: null, statusId: null, assignee: 'all', page: 1 }

export const ordersFiltersCodec = {
  read: (params: URLSearchParams): OrdersFilters => ({
    search: params.get('q') ?? '',
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    statusId: params.get('status') || null,
    assignee: params.get('assignee') || 'all',
    page: readPage(params.get('page')),
  }),
  write: ({ search, from, to, statusId, assignee, page }: OrdersFilters): string =>
    valuesToSearch({ q: search, from, to, status: statusId, assignee: assignee === 'all' ? null : assignee, page: page === 1 ? null : page }),
}

export const isFilteringOrders = ({ search, from, to, statusId, assignee }: OrdersFilters): boolean =>
  search.trim() !== '' || from !== null || to !== null || statusId !== null || assignee !== 'all'
