import { ArrowDownNarrowWide, ArrowUpNarrowWide, ListChecks, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { openDialog } from '#web/navigation/dialogs.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { useTasksPage } from '#web/device/react/use-lists.ts'
import { CoverageNote } from '#web/list-kit/coverage-note.tsx'
import { duePresets } from '#web/inputs/time/day-presets.ts'
import { listPageSize as pageSize } from '#web/list-kit/page-size.ts'
import { useHeldList } from '#web/list-kit/use-held-list.ts'
import { useKeptPage } from '#web/list-kit/use-kept-page.ts'
import { useUrlFilters } from '#web/list-kit/use-url-filters.ts'
import { AssigneeFilter, DaysFilter, ListFilters, ListMenu } from '#web/list-kit/list-tools.tsx'
import { ListTrouble, SearchFilter, StaleNote } from '#web/list-kit/view-parts.tsx'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { focusMain } from '#web/ui/layout/focus-main.ts'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Pagination } from '#web/ui/tables/pagination.tsx'
import { TasksCsv } from './tasks-csv.tsx'
import { createTaskColumns } from './task-columns.tsx'
import { isFilteringTasks, noTasksFilters, type TasksFilters, tasksFiltersCodec } from './tasks-filters.ts'
import { t } from './tasks-texts.ts'

// The task column gets the remaining width; on an upright tablet the others take two lines.
const columnWidths = cn(
  '[--tasks-assignee:11.5rem] [--tasks-customer:14%] [--tasks-due:11rem] [--tasks-item:16%] [--tasks-status:12.5rem]',
  'max-xl:[--tasks-assignee:10rem] max-xl:[--tasks-customer:7.5rem] max-xl:[--tasks-due:9rem] max-xl:[--tasks-item:8.5rem] max-xl:[--tasks-status:11.5rem]',
  'max-lg:[--tasks-assignee:8.75rem] max-lg:[--tasks-customer:5.75rem] max-lg:[--tasks-due:5.75rem] max-lg:[--tasks-item:6.25rem] max-lg:[--tasks-status:7.5rem]',
)

/** Tasks of the shop and its orders; a row opens its task. */
export function TasksView({ shopId }: { shopId: string }) {
  const [filters, changeFilters] = useUrlFilters(tasksFiltersCodec)
  const list = useTasksPage({ shopId, ...filters, pageSize })
  const { state, total, shopTotal, rows, isStale, sortAnew, coverage } = list
  const holding = useHeldList(list)
  useKeptPage({ isReady: state === 'ready', page: filters.page, pageSize, total, onPageChange: (page) => changeFilters({ page }) })
  const columns = useMemo(() => createTaskColumns(shopId), [shopId])
  const isFiltered = isFilteringTasks(filters)
  const addTask = (): void => openDialog({ kind: 'task-add' })
  const clear = () => {
    changeFilters(noTasksFilters)
    focusMain()
  }
  return (
    <section aria-label={t.title()} className="flex min-h-full flex-col sm:h-full">
      <PageHeader
        title={t.title()}
        aside={
          <>
            <CountBadge count={shopTotal} label={t.count()} isExact />
            {isStale && <StaleNote onSortAnew={sortAnew} />}
          </>
        }
        actions={
          <Button onClick={addTask}>
            <Plus aria-hidden="true" />
            {t.addShopTask()}
          </Button>
        }
        filters={<TasksTools shopId={shopId} filters={filters} onChange={changeFilters} onClear={isFiltered ? clear : undefined} />}
      />
      <div className={cn('flex min-h-0 flex-1 flex-col', columnWidths)} {...holding}>
        <DataTable
          label={t.title()}
          className="flex-1"
          columns={columns}
          rows={rows}
          rowKey={({ task }) => task.id}
          rowTone={({ changedAt }) => (changedAt === null ? undefined : 'changed')}
          rowHref={({ task }) => dashboardPath({ shopId, tab: 'tasks', taskId: task.id })}
          onOpen={({ task }) => openDialog({ kind: 'task-edit', taskId: task.id })}
          isLoading={state === 'loading'}
          loadingText={t.loading()}
          totalRows={total}
          firstRowIndex={(filters.page - 1) * pageSize}
          empty={
            state === 'failed' ? (
              <ListTrouble onRetry={sortAnew} />
            ) : (
              <EmptyState
                icon={<ListChecks />}
                title={isFiltered ? t.noneMatch() : t.noneFound()}
                text={isFiltered ? undefined : t.noneText()}
                action={
                  isFiltered ? (
                    <Button onClick={clear}>{t.clearFilters()}</Button>
                  ) : (
                    <Button variant="primary" onClick={addTask}>
                      {t.addFirst()}
                    </Button>
                  )
                }
              />
            )
          }
        />
      </div>
      <CoverageNote coverage={coverage} noun={t.count()} isFiltered={isFiltered} />
      {(state === 'ready' || total > 0) && (
        <Pagination page={filters.page} pageSize={pageSize} total={total} onPageChange={(page) => changeFilters({ page })} className="border-t border-line" />
      )}
    </section>
  )
}

type FilterProps = { filters: TasksFilters; onChange: (change: Partial<TasksFilters>) => void }

function DueSortButton({ filters: { direction }, onChange }: FilterProps) {
  const isEarliest = direction === 'earliest-first'
  return (
    <Button
      variant="ghost"
      aria-label={isEarliest ? t.earliestFirst() : t.latestFirst()}
      className="px-3 text-sm"
      onClick={() => onChange({ direction: isEarliest ? 'latest-first' : 'earliest-first' })}
    >
      {isEarliest ? <ArrowDownNarrowWide aria-hidden="true" /> : <ArrowUpNarrowWide aria-hidden="true" />}
      {t.dueBy()}
    </Button>
  )
}

function TasksTools({ shopId, filters, onChange, onClear }: FilterProps & { shopId: string; onClear: (() => void) | undefined }) {
  const { assignee, from, to } = filters
  return (
    <>
      <SearchFilter label={t.searchLabel()} placeholder={t.searchHint()} value={filters.search} onChange={onChange} />
      <ListFilters activeCount={[assignee !== 'all', from !== null || to !== null].filter(Boolean).length} onClear={onClear}>
        <AssigneeFilter shopId={shopId} assignee={assignee} onChange={onChange} />
        <DaysFilter label={t.due()} presets={duePresets} from={from} to={to} onChange={onChange} />
      </ListFilters>
      <span className="ml-auto flex shrink-0">
        <DueSortButton filters={filters} onChange={onChange} />
        <ListMenu>
          <TasksCsv shopId={shopId} filters={filters} />
        </ListMenu>
      </span>
    </>
  )
}
