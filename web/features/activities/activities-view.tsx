import { Activity as ActivityIcon, ListX, Lock, RefreshCw, History } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { type BootstrapShop, activitiesOnDevice } from '#schema/api/sync.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import type { Activity } from '#schema/collections/people/activities.ts'
import { type Author, readActivityAuthor } from '#schema/rules/text/activity-author.ts'
import { dayToInstantRange } from '#schema/rules/text/calendar.ts'
import { deniedTexts } from '#schema/rules/access/denied-texts.ts'
import { refusedChangesPath } from '#web/navigation/paths.ts'
import { useBootstrap, useIsFirstSync, useIsOffline, useShopRows } from '#web/device/react/use-device.ts'
import { activitiesPageSize as pageSize } from '#web/list-kit/page-size.ts'
import { CsvItem, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { isAnyTime } from '#web/inputs/time/day-presets.ts'
import { useKeptPage } from '#web/list-kit/use-kept-page.ts'
import { useUrlFilters } from '#web/list-kit/use-url-filters.ts'
import { DaysFilter, ListFilters, ListMenu } from '#web/list-kit/list-tools.tsx'
import { SearchFilter } from '#web/list-kit/view-parts.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { focusMain } from '#web/ui/layout/focus-main.ts'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { readPageRange } from '#web/ui/tables/page-range.ts'
import { Pagination } from '#web/ui/tables/pagination.tsx'
import {
  type ActivitiesFilters,
  activitiesFiltersCodec,
  compareActivities,
  filterActivities,
  isFilteringActivities,
  noActivitiesFilters,
} from './activities-filters.ts'
import { ActivityList, ActivityListSkeleton } from './activity-list.tsx'
import { type OlderActivities, useOlderActivities } from './use-older-activities.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './activities-texts.ts'
import { activityToText } from './entry-text.ts'
import { readLanguage } from '#web/language/staff-texts.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'

const pauseMs = 300

/** Debounces the search text to spare the server a query per key; clearing takes effect at once. */
function usePausedText(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}

/** The shop's audit log: the device holds the newest entries, the server gives older ones on request. */
export function ActivitiesView({ shop }: { shop: BootstrapShop }) {
  const [filters, setFilters] = useUrlFilters(activitiesFiltersCodec)
  const held = useShopRows('activities', shop.id)
  const isFirstSync = useIsFirstSync()
  const isOffline = useIsOffline()
  const authorOf = useAuthors()
  const format = useShopFormat()
  const { timeZone } = format
  const beginsAt = shop.logBeginsAt ?? null
  const heldSince = useMemo(() => readHeldSince(held ?? [], beginsAt), [held, beginsAt])
  const { search, fromInstant, toInstantExclusive } = useOlderQuery(filters, timeZone)
  const isOlderNeeded = needsOlder(heldSince, fromInstant)
  const older = useOlderActivities(shop.id, isOlderNeeded ? heldSince : null, { search, from: fromInstant, to: toInstantExclusive })
  const all = useMemo(() => mergeById(held ?? [], older.rows).toSorted(compareActivities), [held, older.rows])
  const [isReading, setIsReading] = useState(false)
  const heldLog = useHeldLog(all, isReading || filters.page > 1)
  const orderId = useTicketOrder(shop.id, filters.search.trim())
  const found = useMemo(
    () => filterActivities(heldLog.entries, filters, authorOf, timeZone, orderId, toSearchText(format)),
    [heldLog.entries, filters, authorOf, timeZone, orderId, format],
  )
  const isLoading = held === undefined || (held.length === 0 && isFirstSync)
  const completeSince = older.isEnd || !isOlderNeeded ? null : (older.rows.at(-1)?.createdAt ?? heldSince)
  const isFiltered = isFilteringActivities(filters)
  const isDue = isFiltered && completeSince !== null && !isOffline && older.problem === undefined && (older.rows.length === 0 || fromInstant !== null)
  useAsking(isDue, older)
  const extent = { completeSince, isAsking: older.isLoading || isDue, hasFetched: older.rows.length > 0, isOffline, isFiltered }
  useKeptPage({ isReady: !isLoading && !extent.isAsking, page: filters.page, pageSize, total: found.length, onPageChange: (page) => setFilters({ page }) })
  const change = (part: Partial<ActivitiesFilters>) => {
    // This action rebuilds the list anyway, so show the held entries with it.
    if (part.page === undefined || part.page === 1) heldLog.letIn()
    setFilters(part)
  }
  const clear = () => {
    change(noActivitiesFilters)
    focusMain()
  }
  const { page, pageCount } = readPageRange(filters.page, pageSize, found.length)
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  if (older.problem?.isForbidden === true) return <Denied />

  return (
    <section aria-label={t.title()} className="flex min-h-full flex-col sm:h-full">
      <PageHeader
        title={t.title()}
        aside={<WaitingEntries count={heldLog.waiting} onShow={() => change({ page: 1 })} />}
        actions={
          <Link to={refusedChangesPath(shop.id)} className={buttonClass('ghost', 'md', 'text-accent-ink')}>
            <ListX aria-hidden="true" />
            {t.changesNotAccepted()}
          </Link>
        }
        filters={
          <>
            <SearchFilter label={t.searchLabel()} placeholder={t.searchHint()} value={filters.search} onChange={change} />
            <ListFilters activeCount={isAnyTime(filters) ? 0 : 1} onClear={isFiltered ? clear : undefined}>
              <DaysFilter label={common.date()} from={filters.from} to={filters.to} onChange={change} />
            </ListFilters>
            <span className="ml-auto flex shrink-0">
              <ListMenu>
                <CsvItem shopId={shop.id} what={t.title()} read={() => toActivitiesTable(found, authorOf)} />
              </ListMenu>
            </span>
          </>
        }
      />
      {(isLoading || (shown.length === 0 && extent.isAsking)) && <ActivityListSkeleton />}
      {!isLoading && shown.length > 0 && (
        <ActivityList key={`${page}/${heldLog.round}`} shopId={shop.id} activities={shown} authorOf={authorOf} onReadingChange={setIsReading} />
      )}
      {!isLoading && shown.length === 0 && !extent.isAsking && (
        <EmptyState
          icon={<ActivityIcon />}
          title={isFiltered ? t.noneMatch() : t.noneFound({ shop: shop.name })}
          action={isFiltered ? <Button onClick={clear}>{t.clearFilters()}</Button> : undefined}
        />
      )}
      {!isLoading && page >= pageCount && <LogEnd older={older} extent={extent} beginsAt={beginsAt} />}
      {found.length > 0 && (
        <Pagination
          page={filters.page}
          pageSize={pageSize}
          total={found.length}
          note={extentToFooterNote(extent)}
          onPageChange={(next) => change({ page: next })}
          className="border-t border-line"
        />
      )}
    </section>
  )
}

/** In another language than English, what the reader sees is found as well as the documented text. */
const toSearchText = (format: ShopFormat) =>
  readLanguage() === 'en' ? undefined : (activity: Activity) => `${activity.auditText}\n${activityToText(activity, format)}`

/** Shown when the server denies access that this device still believes it has. */
function Denied() {
  return (
    <section aria-label={t.title()} className="py-8">
      <h1 className="sr-only">{t.title()}</h1>
      <EmptyState icon={<Lock />} title={deniedTexts.activities} />
    </section>
  )
}

/** The number of entries held back while the user reads, with a button that shows them. */
function WaitingEntries({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <span role="status">
      {count > 0 && (
        <Button variant="ghost" className="px-3 text-sm text-accent-ink" onClick={onShow}>
          <RefreshCw aria-hidden="true" />
          {t.newEntries({ count })}
        </Button>
      )}
    </span>
  )
}

function useAuthors(): (activity: Activity) => Author {
  const users = useBootstrap()?.users
  const userById = useMemo(() => new Map((users ?? []).map((user) => [user.id, user])), [users])
  return useCallback((activity) => readActivityAuthor(activity, userById), [userById])
}

/** Id of the order whose ticket is typed, once it is found here. */
function useTicketOrder(shopId: string, typed: string): string | undefined {
  const { lists } = useDevice()
  const [found, setFound] = useState<{ typed: string; orderId: string | undefined }>()
  useEffect(() => {
    if (typed === '') return undefined
    let isOver = false
    const look = async (): Promise<void> => {
      const [order] = await lists.findTickets(shopId, typed).catch(() => [])
      if (!isOver) setFound({ typed, orderId: order?.id })
    }
    void look()
    return () => {
      isOver = true
    }
  }, [lists, shopId, typed])
  return found?.typed === typed ? found.orderId : undefined
}

/** The query for the server, debounced. */
function useOlderQuery({ search, from, to }: ActivitiesFilters, timeZone: string) {
  return { search: usePausedText(search.trim()), ...dayToInstantRange(from, to, timeZone) }
}

/** Fetches automatically what a filter needs: the newest matches, or all entries of the chosen days. */
function useAsking(isDue: boolean, { isLoading, loadMore }: OlderActivities): void {
  useEffect(() => {
    if (isDue && !isLoading) loadMore()
  }, [isDue, isLoading, loadMore])
}

function mergeById<Row extends { id: string }>(newest: readonly Row[], older: readonly Row[]): readonly Row[] {
  if (older.length === 0) return newest
  const known = new Set(newest.map(({ id }) => id))
  return [...newest, ...older.filter(({ id }) => !known.has(id))]
}

type HeldLog = { entries: readonly Activity[]; waiting: number; /** Increments when the user shows the held entries. */ round: number; letIn: () => void }

/** Holds back arriving entries while the user reads, until they ask for them or look away. */
function useHeldLog(all: readonly Activity[], isReading: boolean): HeldLog {
  const newestSeq = useMemo(() => readNewestSeq(all), [all])
  const [letInSeq, setLetInSeq] = useState(newestSeq)
  const [round, setRound] = useState(0)
  const isHeld = isReading && letInSeq >= 0
  if (!isHeld && letInSeq !== newestSeq) setLetInSeq(newestSeq)
  const entries = useMemo(() => (isHeld && letInSeq < newestSeq ? all.filter(({ seq }) => seq <= letInSeq) : all), [all, isHeld, letInSeq, newestSeq])
  const letIn = () => {
    if (letInSeq === newestSeq) return
    setLetInSeq(newestSeq)
    setRound(round + 1)
  }
  return { entries, waiting: all.length - entries.length, round, letIn }
}

/** Times stay in their stored form so that a spreadsheet can sort by them. */
export const toActivitiesTable = (activities: readonly Activity[], authorOf: (activity: Activity) => Author): CsvTable => ({
  header: ['Time', 'User', 'Activity'],
  rows: activities.map((activity) => [activity.createdAt, authorOf(activity).name, activity.auditText]),
})

type LogEndProps = {
  older: Pick<OlderActivities, 'isLoading' | 'loadMore' | 'problem'>
  extent: LogExtent
  /** Entries before this instant were removed; null: none were. */
  beginsAt: string | null
}

/** The end of the list: where this device's entries stop, with an action to fetch older ones, or the beginning of the log. */
export function LogEnd({ older: { isLoading, loadMore, problem }, extent, beginsAt }: LogEndProps) {
  const { completeSince, isOffline } = extent
  const { date } = useShopFormat()
  if (completeSince === null)
    return beginsAt === null ? null : <p className="border-t border-line px-4 py-3 text-sm text-muted">{toBeginningText(date(beginsAt))}</p>
  const text = isOffline ? extentToText(extent, date(completeSince)) : (problem?.message ?? extentToText(extent, date(completeSince)))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2">
      <p role="status" className="text-sm text-muted">
        {text}
      </p>
      <Button busy={isLoading} disabled={isOffline} onClick={loadMore}>
        <History aria-hidden="true" />
        {t.loadOlder()}
      </Button>
    </div>
  )
}

/**
 * The instant since which this device holds every entry; null when it holds all. A short list is no proof of that when
 * older entries were removed: the server keeps entries of unfinished orders from before `beginsAt`. A device starts
 * with the newest entries by arrival, and offline entries arrive late, so the arrival time counts, not `createdAt`.
 */
export function readHeldSince(held: readonly Activity[], beginsAt: string | null): string | null {
  const [first] = held
  if (first === undefined || held.length < activitiesOnDevice) return beginsAt
  return held.reduce((earliest, entry) => {
    const since = readCompleteSince(entry)
    return since < earliest ? since : earliest
  }, readCompleteSince(first))
}

/** No entry that arrived after this instant is missing. */
function readCompleteSince({ id, createdAt, arrivedAt }: Activity): string {
  const madeAt = readMaking(id)
  if (madeAt > createdAt) return madeAt
  return arrivedAt ?? createdAt
}

/** The server's ids are UUIDv7, which start with their creation time; '' for another version. */
function readMaking(id: string): string {
  if (id[14] !== '7') return ''
  // Add a millisecond: an entry of the same millisecond may be missing.
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) + 1).toISOString()
}

/** The highest feed position; -1 for an empty list. */
export const readNewestSeq = (activities: readonly Activity[]): number => activities.reduce((newest, { seq }) => Math.max(newest, seq), -1)

export type LogExtent = {
  /** No entry after this instant is missing; null: all matching entries are here. */
  completeSince: string | null
  /** A request for older entries is running. */
  isAsking: boolean
  /** The server already returned older entries. */
  hasFetched: boolean
  isOffline: boolean
  isFiltered: boolean
}

/** Follows "Showing 1-50 of 1000 entries" when the server may have more. */
export function extentToFooterNote({ completeSince, isAsking, hasFetched }: Pick<LogExtent, 'completeSince' | 'isAsking' | 'hasFetched'>): string | undefined {
  if (completeSince === null) return undefined
  if (isAsking) return t.soFar()
  return hasFetched ? t.ofLoaded() : t.ofDevice()
}

/** The end of the list when the server may have more; `since` is `completeSince`, formatted. */
export function extentToText({ isAsking, isOffline, isFiltered }: LogExtent, since: string): string {
  if (isOffline) return isFiltered ? t.searchedSinceOffline({ since }) : t.olderOffline()
  if (isAsking) return isFiltered ? t.searchingOlder() : t.loadingOlder()
  return isFiltered ? t.searchedSince({ since }) : t.shownSince({ since })
}

/** `since` is formatted for display. */
export const toBeginningText = (since: string): string => t.begins({ since })

/** No request is needed when the filter's first day lies in the range on this device. */
export const needsOlder = (heldSince: string | null, fromInstant: string | null): boolean =>
  heldSince !== null && (fromInstant === null || fromInstant < heldSince)
