import { dayToInstantRange } from '#schema/rules/text/calendar.ts'
import type { Author } from '#schema/rules/text/activity-author.ts'
import { type ActivityFilter, activityMatches } from '#schema/rules/text/activity-filter.ts'
import { queryToWords } from '#schema/rules/text/search-words.ts'
import type { Activity } from '#schema/collections/people/activities.ts'
import { readDay, readPage, valuesToSearch } from '#web/list-kit/list-filters.ts'

export type ActivitiesFilters = { search: string; from: string | null; to: string | null; page: number }

export const noActivitiesFilters: ActivitiesFilters = { search: '', from: null, to: null, page: 1 }

export const activitiesFiltersCodec = {
  read: (params: URLSearchParams): ActivitiesFilters => ({
    search: params.get('q') ?? '',
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    page: readPage(params.get('page')),
  }),
  write: ({ search, from, to, page }: ActivitiesFilters): string => valuesToSearch({ q: search, from, to, page: page === 1 ? null : page }),
}

export const isFilteringActivities = ({ search, from, to }: ActivitiesFilters): boolean => search.trim() !== '' || from !== null || to !== null

/** Turns the days of the filter into instants of the time zone. */
function toActivityFilter({ search, from, to }: Pick<ActivitiesFilters, 'search' | 'from' | 'to'>, timeZone: string, orderId?: string): ActivityFilter {
  return { words: queryToWords(search), orderId, ...dayToInstantRange(from, to, timeZone) }
}

/** `orderId`: of the order whose ticket is searched. */
export function filterActivities(
  activities: readonly Activity[],
  filters: Pick<ActivitiesFilters, 'search' | 'from' | 'to'>,
  authorOf: (activity: Activity) => Author,
  timeZone: string,
  orderId?: string,
  textOf?: (activity: Activity) => string,
): Activity[] {
  const filter = toActivityFilter(filters, timeZone, orderId)
  return activities.filter((activity) => activityMatches(activity, filter, authorOf, textOf))
}

/** Newest first; entries of the same instant by descending feed position. */
export const compareActivities = (a: Activity, b: Activity): number => (a.createdAt === b.createdAt ? b.seq - a.seq : a.createdAt < b.createdAt ? 1 : -1)
