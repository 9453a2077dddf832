import { CloudOff, Trash2, TriangleAlert } from 'lucide-react'
import { type ReactNode, useMemo, useState, useEffect } from 'react'
import { isRestorableCollection, restorableCollections } from '#schema/api/deleted.ts'
import { restorableDays } from '#schema/rules/merge/restore.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useIsOffline } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useTicketPrefixes } from '#web/inputs/ticket.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { CsvItem, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { useUrlFilters } from '#web/list-kit/use-url-filters.ts'
import { ListFilters, ListMenu } from '#web/list-kit/list-tools.tsx'
import { SearchFilter } from '#web/list-kit/view-parts.tsx'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { focusMain } from '#web/ui/layout/focus-main.ts'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { SelectPill } from '#web/ui/controls/filter-pill.tsx'
import { createDeletedColumns } from './deleted-columns.tsx'
import { type DeletedEntry, toDeletedEntries, type NameById } from './deleted-entries.ts'
import { type DeletedFilters, deletedFiltersCodec, isFilteringDeleted, noDeletedFilters } from './deleted-filters.ts'
import { kindPlurals, kindLabels, wentWithToText } from './deleted-words.ts'
import { type RestoreTarget, restoreRows } from './restore-row.ts'
import { useDeletedRows } from './use-deleted-rows.ts'
import type { UnsentDeletes } from '#web/device/outbox/unsent/unsent-deletes.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './deleted-texts.ts'

type Unsent = { shopId: string; deletes: UnsentDeletes; nameById: NameById }

const nothing: Unsent = { shopId: '', deletes: { deletes: [], restoring: [] }, nameById: new Map() }

/** Deletions and restores of this device that the server has not confirmed; live. */
function useUnsentDeletes(shopId: string): Unsent {
  const device = useDevice()
  const [held, setHeld] = useState(nothing)
  useEffect(() => {
    let turn = 0
    let isOver = false
    const read = async (): Promise<void> => {
      turn += 1
      const own = turn
      const deletes = await device.outbox.listDeletes(shopId)
      const idsOf = (field: string): string[] => deletes.deletes.flatMap(({ row }) => (typeof row?.[field] === 'string' ? [row[field]] : []))
      const [customers, orders] = [await device.rows.readMany('customers', idsOf('customerId')), await device.rows.readMany('orders', idsOf('orderId'))]
      // The owner of a deleted order may be deleted too, so take names from deleted rows as well.
      const deletedNames = deletes.deletes.flatMap(({ id, row }): [string, string][] => {
        const name = row?.['name'] ?? row?.['itemDetails']
        return typeof name === 'string' ? [[id, name]] : []
      })
      const nameById = new Map([
        ...deletedNames,
        ...customers.map(({ id, name }): [string, string] => [id, name]),
        ...orders.map(({ id, itemDetails }): [string, string] => [id, itemDetails]),
      ])
      if (own === turn && !isOver) setHeld({ shopId, deletes, nameById })
    }
    const readAgain = (): void => void read().catch(() => undefined)
    readAgain()
    const stop = device.outbox.waiting.subscribe(readAgain)
    return () => {
      isOver = true
      stop()
    }
  }, [device, shopId])
  return held.shopId === shopId ? held : nothing
}

const columnWidths = cn(
  '[--deleted-action:11.5rem] [--deleted-by:10rem] [--deleted-when:11rem] [--deleted-with:14rem]',
  'max-lg:[--deleted-action:11rem] max-lg:[--deleted-by:6rem] max-lg:[--deleted-when:6.25rem] max-lg:[--deleted-with:6.5rem]',
)

const kindOptions = [{ value: '', label: t.allKinds() }, ...restorableCollections.map((value) => ({ value, label: kindPlurals[value] }))]

/** Rows deleted in the last 30 days that the user may restore. */
export function DeletedView({ shopId }: { shopId: string }) {
  const [filters, changeFilters] = useUrlFilters(deletedFiltersCodec)
  const isOffline = useIsOffline()
  const list = useDeletedRows(shopId, filters)
  const entries = useEntries(shopId, list.rows, filters)
  const { busyIds, restore } = useRestore(shopId)
  const now = useNow()
  const { dateTime } = useShopFormat()
  const columns = useMemo(
    () => createDeletedColumns({ dateTime: (instant) => dateTime(instant, now), busyIds, onRestore: restore }),
    [dateTime, now, busyIds, restore],
  )
  const isFiltered = isFilteringDeleted(filters)
  const isWaiting = list.rows === undefined && list.isLoading && !isOffline
  const clear = () => {
    changeFilters(noDeletedFilters)
    focusMain()
  }

  return (
    <section aria-label={t.title()} className="flex min-h-full flex-col sm:h-full">
      <PageHeader
        title={t.title()}
        aside={<p className="text-sm text-muted">{t.staysFor({ days: restorableDays })}</p>}
        filters={
          <>
            <Filters filters={filters} onChange={changeFilters} onClear={isFiltered ? clear : undefined} />
            <ListMenu>
              <CsvItem shopId={shopId} what={t.title()} read={() => toDeletedTable(entries)} />
            </ListMenu>
          </>
        }
      />
      {isOffline && <Note icon={<CloudOff aria-hidden="true" />}>{list.rows === undefined ? t.offlineEmpty() : t.offlineStale()}</Note>}
      {!isOffline && list.isFailed && (
        <Note icon={<TriangleAlert aria-hidden="true" />} action={<Button onClick={list.reload}>{common.tryAgain()}</Button>}>
          {t.loadFailed()}
        </Note>
      )}
      <div className={cn('flex min-h-0 flex-1 flex-col', columnWidths)}>
        <DataTable
          label={t.title()}
          className="flex-1"
          columns={columns}
          rows={entries}
          rowKey={({ id }) => id}
          isLoading={isWaiting && entries.length === 0}
          loadingText={t.loading()}
          empty={<NothingHere isFiltered={isFiltered} isWhole={list.rows !== undefined} onClear={clear} />}
        />
      </div>
      {list.hasMore && (
        <div className="flex justify-center border-t border-line p-2">
          <Button busy={list.isLoading} onClick={list.loadMore}>
            {t.loadOlder()}
          </Button>
        </div>
      )}
    </section>
  )
}

function useEntries(shopId: string, rows: ReturnType<typeof useDeletedRows>['rows'], filters: DeletedFilters): DeletedEntry[] {
  const { user } = useAuth()
  const { deletes, nameById } = useUnsentDeletes(shopId)
  const self = user?.name || (user?.login_id ?? '')
  const { money } = useShopFormat()
  const prefixes = useTicketPrefixes(shopId)
  return useMemo(
    () => toDeletedEntries(rows ?? [], deletes, nameById, filters, self, { money, prefixes }),
    [rows, deletes, nameById, filters, self, money, prefixes],
  )
}

function useRestore(shopId: string) {
  const device = useDevice()
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set())
  const restore = useMemo(
    () =>
      (entry: DeletedEntry): void => {
        const { needs } = entry
        const targets: RestoreTarget[] = [...(needs === null ? [] : [{ ...needs, title: needs.title ?? '' }]), entry]
        setBusyIds((ids) => new Set([...ids, entry.id]))
        void restoreRows(device, shopId, targets).then(() => {
          setBusyIds((ids) => new Set([...ids].filter((id) => id !== entry.id)))
          focusMain()
        })
      },
    [device, shopId],
  )
  return { busyIds, restore }
}

type FilterProps = { filters: DeletedFilters; onChange: (change: Partial<DeletedFilters>) => void }

function Filters({ filters, onChange, onClear }: FilterProps & { onClear: (() => void) | undefined }) {
  return (
    <>
      <SearchFilter label={t.searchLabel()} placeholder={t.searchHint()} value={filters.search} onChange={onChange} />
      <ListFilters activeCount={filters.collection === null ? 0 : 1} onClear={onClear}>
        <SelectPill
          label={t.kindLabel()}
          options={kindOptions}
          value={filters.collection ?? ''}
          onChange={(value) => onChange({ collection: isRestorableCollection(value) ? value : null })}
        />
      </ListFilters>
    </>
  )
}

function Note({ icon, action, children }: { icon: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className="mx-4 mb-2 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-1 [&>svg]:size-5 [&>svg]:shrink-0"
    >
      {icon}
      <p className="min-w-0 flex-1 basis-52">{children}</p>
      {action}
    </div>
  )
}

function NothingHere({ isFiltered, isWhole, onClear }: { isFiltered: boolean; isWhole: boolean; onClear: () => void }) {
  if (isFiltered) return <EmptyState icon={<Trash2 />} title={t.noneMatch()} action={<Button onClick={onClear}>{t.clearFilters()}</Button>} />
  if (!isWhole) return <EmptyState icon={<Trash2 />} title={t.nothingHere()} text={t.nothingHereText()} />
  return <EmptyState icon={<Trash2 />} title={t.none({ days: restorableDays })} text={t.noneText()} />
}

export const toDeletedTable = (entries: readonly DeletedEntry[]): CsvTable => ({
  header: ['Kind', 'What', 'Details', 'With it', 'Deleted', 'By'],
  rows: entries.map(({ collection, title, details, wentWith, deletedAt, deletedBy }) => [
    kindLabels[collection],
    title,
    details.join(' · '),
    wentWithToText(wentWith),
    deletedAt,
    deletedBy,
  ]),
})
