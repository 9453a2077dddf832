import { Activity as ActivityIcon, History } from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import type { Activity } from '#schema/collections/activities.ts'
import { type Author, readActivityAuthor } from '#schema/rules/activity-author.ts'
import { dayToInstantRange } from '#schema/rules/calendar.ts'
import { useReference, useShopRows, useSyncStatus } from '#web/db/use-device.ts'
import { browserTimeZone, formatDate, formatDay } from '#web/fields/time.ts'
import { useKeptPage } from '#web/fields/use-kept-page.ts'
import { useUrlFilters } from '#web/fields/use-url-filters.ts'
import { DayRangeFilter, FilteredNote, MoreFilters, searchClass } from '#web/fields/view-parts.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { FilterChip } from '#web/ui/filter-chip.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { readPageRange } from '#web/ui/page-range.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { type ActivitiesFilters, activitiesFiltersCodec, compareActivities, filterActivities, isFilteringActivities, noActivitiesFilters } from './activities-filters.ts'
import { ActivityList, ActivityListSkeleton } from './activity-list.tsx'
import { type OlderActivities, useOlderActivities } from './use-older-activities.ts'

/** AMB-81. */
const pageSize = 50

/** The shop's audit log (ACT group): the newest entries are on the device, older ones come from the server when it is asked. */
export function ActivitiesView({ shop }: { shop: BootstrapShop }) {
  const [filters, changeFilters] = useUrlFilters(activitiesFiltersCodec)
  const held = useShopRows('activities', shop.id)
  const isFirstSync = useSyncStatus().firstSync !== null
  const isOffline = useSyncStatus().state === 'offline'
  const authorOf = useAuthors()
  const newest = useMemo(() => held?.toSorted(compareActivities), [held])
  const older = useOlderActivities(shop.id, olderStart(newest?.at(-1)?.createdAt, filters.to))
  const all = useMemo(() => mergeById(newest ?? [], older.rows), [newest, older.rows])
  const found = useMemo(() => filterActivities(all, filters, authorOf, browserTimeZone()), [all, filters, authorOf])
  const isLoading = newest === undefined || (newest.length === 0 && isFirstSync)
  useRangeFilled(filters.from, all.at(-1)?.createdAt, isOffline, older)
  useKeptPage({ isReady: !isLoading, page: filters.page, pageSize, total: found.length, onPageChange: (page) => changeFilters({ page }) })
  const isFiltered = isFilteringActivities(filters)
  const clear = () => {
    changeFilters(noActivitiesFilters)
    focusMain()
  }
  const { page, pageCount } = readPageRange(filters.page, pageSize, found.length)
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  const isLastPage = page >= pageCount

  return (
    <section aria-label="Activities" className="flex min-h-full flex-col sm:h-full">
      <PageHeader
        title="Activities"
        filters={
          <>
            <Field label="Search" className={searchClass}>
              <SearchField label="Search activities by text or user" placeholder="Text or user" data-search value={filters.search} onValueChange={(search) => changeFilters({ search })} />
            </Field>
            <MoreFilters activeCount={[filters.from, filters.to].filter((value) => value !== null).length}>
              <DayRangeFilter from={filters.from} to={filters.to} onChange={changeFilters} />
            </MoreFilters>
          </>
        }
        chips={isFiltered ? <ActivityChips filters={filters} onChange={changeFilters} onClear={clear} /> : undefined}
      />
      {isLoading && <ActivityListSkeleton />}
      {!isLoading && shown.length > 0 && <ActivityList activities={shown} authorOf={authorOf} />}
      {!isLoading && shown.length === 0 && !older.isLoading && (
        <EmptyState
          icon={<ActivityIcon />}
          title={isFiltered ? 'No activities match the current filters' : `No activities found for ${shop.name}`}
          action={isFiltered ? <Button onClick={clear}>Clear Filters</Button> : undefined}
        />
      )}
      {!isLoading && isLastPage && <OlderBar older={older} isOffline={isOffline} oldest={all.at(-1)?.createdAt} />}
      {found.length > 0 && <Pagination page={filters.page} pageSize={pageSize} total={found.length} onPageChange={(next) => changeFilters({ page: next })} className="border-t border-line" />}
    </section>
  )
}

/** What the list ends with: where the entries of this device end, and the act that fetches older ones. */
function OlderBar({ older, isOffline, oldest }: { older: OlderActivities; isOffline: boolean; oldest: string | undefined }) {
  const { isEnd, isLoading, loadMore, problem } = older
  if (oldest === undefined || isEnd) return null
  const text = problem?.message ?? (isOffline ? 'Older entries need a connection to the server.' : `Entries since ${formatDate(oldest)} are shown.`)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2">
      <p role="status" className="text-sm text-muted">
        {text}
      </p>
      {problem?.isForbidden !== true && (
        <Button busy={isLoading} disabled={isOffline} onClick={loadMore}>
          <History aria-hidden="true" />
          Load older entries
        </Button>
      )}
    </div>
  )
}

type ChipsProps = { filters: ActivitiesFilters; onChange: (change: Partial<ActivitiesFilters>) => void; onClear: () => void }

function ActivityChips({ filters, onChange, onClear }: ChipsProps) {
  const search = filters.search.trim()
  return (
    <FilteredNote clearText="Clear Filters" onClear={onClear}>
      {search !== '' && (
        <FilterChip name="search" onRemove={() => onChange({ search: '' })}>
          “{search}”
        </FilterChip>
      )}
      {filters.from !== null && (
        <FilterChip name="from" onRemove={() => onChange({ from: null })}>
          From {formatDay(filters.from)}
        </FilterChip>
      )}
      {filters.to !== null && (
        <FilterChip name="to" onRemove={() => onChange({ to: null })}>
          To {formatDay(filters.to)}
        </FilterChip>
      )}
    </FilteredNote>
  )
}

function useAuthors(): (activity: Activity) => Author {
  const users = useReference()?.users
  const userById = useMemo(() => new Map((users ?? []).map((user) => [user.id, user])), [users])
  return useCallback((activity) => readActivityAuthor(activity, userById), [userById])
}

/** Days before what the device holds are fetched from their own end on; what lies between is not looked at. */
function olderStart(oldestHeld: string | undefined, to: string | null): string | null {
  if (oldestHeld === undefined) return null
  const { toInstantExclusive } = dayToInstantRange(null, to, browserTimeZone())
  return toInstantExclusive !== null && toInstantExclusive < oldestHeld ? toInstantExclusive : oldestHeld
}

/** Days that were asked for are fetched without a further press. */
function useRangeFilled(from: string | null, oldest: string | undefined, isOffline: boolean, older: OlderActivities): void {
  const { isEnd, isLoading, loadMore, problem } = older
  const { fromInstant } = dayToInstantRange(from, null, browserTimeZone())
  const isMissing = fromInstant !== null && oldest !== undefined && oldest >= fromInstant
  const isDue = isMissing && !isEnd && !isLoading && !isOffline && problem === undefined
  useEffect(() => {
    if (isDue) loadMore()
  }, [isDue, loadMore])
}

function mergeById<Row extends { id: string }>(newest: readonly Row[], older: readonly Row[]): readonly Row[] {
  if (older.length === 0) return newest
  const known = new Set(newest.map(({ id }) => id))
  return [...newest, ...older.filter(({ id }) => !known.has(id))]
}
