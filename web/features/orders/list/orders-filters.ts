import { idsToStatusFilter, type StatusFilter } from '#schema/rules/orders/status-filter.ts'
import { type OrderSort, orderSortColumns, type OrderView } from '#schema/rules/orders/order-views.ts'
import type { AgeBand } from '#schema/rules/orders/status-age.ts'
import { readDay, readPage, valuesToSearch } from '#web/list-kit/list-filters.ts'
import { isOrderView, type KeptViews } from './kept-views.ts'
import { t } from './orders-texts.ts'

export type OrdersFilters = {
  /** The tab over the list. */
  view: OrderView
  isBoard: boolean
  search: string
  from: string | null
  to: string | null
  status: StatusFilter
  /** 'all', 'unassigned', or an employee id. */
  assignee: string
  /** Only orders with an open balance. */
  isUnpaid: boolean
  /** Only orders in their status for this long; a number: for more days. */
  age: AgeBand | number | null
  /** Only unfinished orders that are due today, or were due on an earlier day. */
  due: 'today' | 'late' | null
  /** In place of the view's order. */
  sort: OrderSort | null
  page: number
}

const ageBands = ['green', 'yellow', 'red'] as const satisfies readonly AgeBand[]

/** 'Old', 'More than 5 days'. */
export const ageToText = (age: AgeBand | number): string => (typeof age === 'string' ? ageBandNames[age] : t.moreDays({ days: age }))

export const ageBandNames: Readonly<Record<AgeBand, string>> = { green: t.age.green(), yellow: t.age.yellow(), red: t.age.red() }

export const noOrdersFilters: OrdersFilters = {
  view: 'all',
  isBoard: false,
  search: '',
  from: null,
  to: null,
  status: 'all',
  assignee: 'all',
  isUnpaid: false,
  age: null,
  due: null,
  sort: null,
  page: 1,
}

/**
 * An address that names no view and has filters shows them over all orders; without filters it stands for the view that
 * the user works with. The board's name stands beside that of the view, if that is not the first one.
 */
export const createOrdersFiltersCodec = ({ first, view: keptView, filtersOf }: Pick<KeptViews, 'first' | 'view' | 'filtersOf'>) => ({
  read: (params: URLSearchParams): OrdersFilters => {
    const names = params.getAll('view')
    const named = names.find(isOrderView)
    if (params.size === 0) return keptToFilters({ filtersOf }, keptView())
    const isBoard = names.includes('board')
    return { ...readFilters(params), view: named ?? (isBoard ? first : 'all'), isBoard }
  },
  write: (filters: OrdersFilters): string => {
    const { view, isBoard } = filters
    const rest = writeFilters(filters)
    const isBare = rest === '' && [view, keptView()].every((name) => name === first) && filtersOf(first) === ''
    const isUnnamed = isBoard ? view === first : isBare || (view === 'all' && rest !== '')
    const parts = [isUnnamed ? '' : `view=${view}`, isBoard ? 'view=board' : '', rest].filter((part) => part !== '')
    return parts.length === 0 ? '' : `?${parts.join('&')}`
  },
})

const readFilters = (params: URLSearchParams): OrdersFilters => ({
  ...noOrdersFilters,
  search: params.get('q') ?? '',
  from: readDay(params.get('from')),
  to: readDay(params.get('to')),
  status: textToStatusFilter(params.get('status')),
  assignee: params.get('assignee') || 'all',
  isUnpaid: params.get('unpaid') === '1',
  age: textToAge(params.get('age')),
  due: dueNames.find((name) => name === params.get('due')) ?? null,
  sort: textToSort(params.get('sort')),
  page: readPage(params.get('page')),
})

const dueNames = ['today', 'late'] as const

const maxAgeDays = 999

function textToAge(text: string | null): AgeBand | number | null {
  const days = /^\d{1,3}$/.test(text ?? '') ? Number(text) : 0
  return days > 0 && days <= maxAgeDays ? days : (ageBands.find((band) => band === text) ?? null)
}

/** '-due': the latest first. */
function textToSort(text: string | null): OrderSort | null {
  const isDown = text?.startsWith('-') === true
  const by = orderSortColumns.find((column) => column === text?.slice(isDown ? 1 : 0))
  return by === undefined ? null : { by, isDown }
}

/** 'q=anna&page=2', without the view. */
const writeFilters = ({ search, from, to, status, assignee, isUnpaid, age, due, sort, page }: OrdersFilters): string =>
  valuesToSearch({
    q: search,
    from,
    to,
    assignee: assignee === 'all' ? null : assignee,
    unpaid: isUnpaid ? '1' : null,
    age,
    due,
    sort: sort && `${sort.isDown ? '-' : ''}${sort.by}`,
    page: page === 1 ? null : page,
    status: status === 'all' ? null : statusFilterToText(status),
  }).slice(1)

/**
 * The filters that a view keeps until the user comes back. A search, days, what is due and a single status are one-time look-ups:
 * remembering "Cancelled" would hide the work next morning.
 */
export function filtersToKept(filters: OrdersFilters, kept: Pick<KeptViews, 'filtersOf'>): string {
  const isLookUp = typeof filters.status !== 'string' && filters.status.length === 1
  const status = isLookUp ? keptToFilters(kept, filters.view).status : filters.status
  return writeFilters({ ...filters, search: '', from: null, to: null, due: null, page: 1, status })
}

/** A view to save: 'view=waiting&age=5'. */
export const filtersToSaved = (filters: OrdersFilters): string => {
  const rest = writeFilters({ ...filters, page: 1 })
  return `view=${filters.view}${rest === '' ? '' : `&${rest}`}`
}

export const savedToFilters = (search: string): OrdersFilters => {
  const params = new URLSearchParams(search)
  return { ...readFilters(params), view: params.getAll('view').find(isOrderView) ?? 'all' }
}

/** The filters with which a view opens. */
export const keptToFilters = (kept: Pick<KeptViews, 'filtersOf'>, view: OrderView): OrdersFilters => ({
  ...readFilters(new URLSearchParams(kept.filtersOf(view))),
  view,
})

/** 'all', 'open', or comma-separated ids. */
const statusFilterToText = (status: StatusFilter): string => (typeof status === 'string' ? status : status.join(','))

function textToStatusFilter(text: string | null): StatusFilter {
  if (text === null || text === '' || text === 'all') return 'all'
  return text === 'open' ? 'open' : idsToStatusFilter(text.split(',').filter((id) => id !== ''))
}

export const isFilteringOrders = ({ search, from, to, status, assignee, isUnpaid, age, due }: OrdersFilters): boolean =>
  search.trim() !== '' || from !== null || to !== null || status !== 'all' || assignee !== 'all' || isUnpaid || age !== null || due !== null
