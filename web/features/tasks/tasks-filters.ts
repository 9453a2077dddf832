import type { DueDirection } from '#schema/values/task-sort.ts'
import { readDay, readPage, valuesToSearch } from '#web/list-kit/list-filters.ts'

export type TasksFilters = {
  search: string
  from: string | null
  to: string | null
  /** 'all', 'unassigned', or an employee id. */
  assignee: string
  direction: DueDirection
  page: number
}

export const noTasksFilters = { search: '', from: null, to: null, assignee: 'all' } as const

export const tasksFiltersCodec = {
  read: (params: URLSearchParams): TasksFilters => ({
    search: params.get('q') ?? '',
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    assignee: params.get('assignee') || 'all',
    direction: params.get('due') === 'latest' ? 'latest-first' : 'earliest-first',
    page: readPage(params.get('page')),
  }),
  write: ({ search, from, to, assignee, direction, page }: TasksFilters): string =>
    valuesToSearch({
      q: search,
      from,
      to,
      assignee: assignee === 'all' ? null : assignee,
      due: direction === 'latest-first' ? 'latest' : null,
      page: page === 1 ? null : page,
    }),
}

/** The direction only sorts. */
export const isFilteringTasks = ({ search, from, to, assignee }: TasksFilters): boolean =>
  search.trim() !== '' || from !== null || to !== null || assignee !== 'all'
