import { readDay, readPage, valuesToSearch } from '#web/list-kit/list-filters.ts'

export type CustomersFilters = { search: string; from: string | null; to: string | null; page: number }

export const noCustomersFilters: CustomersFilters = { search: '', from: null, to: null, page: 1 }

export const customersFiltersCodec = {
  read: (params: URLSearchParams): CustomersFilters => ({
    search: params.get('q') ?? '',
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    page: readPage(params.get('page')),
  }),
  write: ({ search, from, to, page }: CustomersFilters): string => valuesToSearch({ q: search, from, to, page: page === 1 ? null : page }),
}

export const isFilteringCustomers = ({ search, from, to }: CustomersFilters): boolean => search.trim() !== '' || from !== null || to !== null
