import { ClipboardList, List, ListChecks, Plus, Printer, SquareKanban, Check, X } from 'lucide-react'
import { useEffect, useMemo, useCallback, useRef, useState } from 'react'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { laterPart, laterView, quietPart } from '#web/navigation/later.tsx'
import { dashboardPath } from '#web/navigation/paths.ts'
import type { OrderListRow } from '#web/device/lists/list-queries.ts'
import { useOrdersPage } from '#web/device/react/use-lists.ts'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { CoverageNote } from '#web/list-kit/coverage-note.tsx'
import { listPageSize as pageSize } from '#web/list-kit/page-size.ts'
import { useHeldList } from '#web/list-kit/use-held-list.ts'
import { useKeptPage } from '#web/list-kit/use-kept-page.ts'
import { useUrlFilters } from '#web/list-kit/use-url-filters.ts'
import { ListTrouble, StaleNote } from '#web/list-kit/view-parts.tsx'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { focusMain } from '#web/ui/layout/focus-main.ts'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Pagination } from '#web/ui/tables/pagination.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { CustomerHeading, useIsCustomerHere } from '../customer-heading.tsx'
import { forgetJustAdded, useJustAdded } from '../just-added.ts'
import { createOrderColumns } from './order-columns.tsx'
import { createOrdersFiltersCodec, isFilteringOrders, noOrdersFilters, type OrdersFilters } from './orders-filters.ts'
import { OrdersFilterBar, OrdersFilterChips } from './orders-filter-bar.tsx'
import { useRow } from '#web/device/react/use-row.ts'
import { toOneLine } from './order-cells.ts'
import { useShopCounts, useBootstrap } from '#web/device/react/use-device.ts'
import type { RowSelecting } from '#web/ui/tables/table-model.ts'
import { type Selection, useSelection } from '../bulk/use-selection.ts'
import { type AgeBand, ageBandDays, type StatusColors, statusColorsWithoutConfig } from '#schema/rules/orders/status-age.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useAuth } from '#web/session/session.ts'
import { openUsualStatuses, type UsualStatuses } from './usual-statuses.ts'

/** A customer's list is short and shows all statuses. */
const allStatuses: UsualStatuses = { read: () => 'all', choose: () => undefined }

/** This user's remembered status filter for the shop's list. */
function useUsualStatuses(shopId: string, customerId: string | undefined): UsualStatuses {
  const userId = useAuth().user?.id
  return useMemo(
    () => (userId === undefined || customerId !== undefined ? allStatuses : openUsualStatuses(userId, shopId, findStorage())),
    [userId, shopId, customerId],
  )
}

function findStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** The shop's age limits; undefined until loaded. */
const useStatusColors = (shopId: string): StatusColors | undefined => useBootstrap()?.shops.find(({ id }) => id === shopId)?.config.orderConfig.statusColors

/** The range of days on which orders of this age got their status. */
function useAgeDays(shopId: string, age: AgeBand | null): ReturnType<typeof ageBandDays> | undefined {
  const colors = useStatusColors(shopId) ?? statusColorsWithoutConfig
  const { timeZone } = useShopFormat()
  return age === null ? undefined : ageBandDays(age, colors, correctedNow(), timeZone)
}

const SelectionBar = laterPart(async () => (await import('../bulk/selection-bar.tsx')).SelectionBar)
const BoardView = laterView(async () => (await import('../board/board-view.tsx')).BoardView)
const MessageCounts = quietPart(async () => (await import('#web/features/messages/message-counts.tsx')).MessageCounts)
const UnfinishedBulk = quietPart(async () => (await import('../bulk/unfinished-bulk.tsx')).UnfinishedBulk)

// Fits all nine columns on a wide screen, a tablet, and an upright tablet with two-line cells.
const columnWidths = cn(
  '[--orders-ticket:5.5rem] [--orders-ticket-sign:0.6rem] [--orders-customer:15%] [--orders-money:6rem] [--orders-status:13.5rem] [--orders-assignee:8rem] [--orders-due:9.75rem]',
  'max-xl:[--orders-ticket:4.75rem] max-xl:[--orders-ticket-sign:0.525rem] max-xl:[--orders-customer:8.25rem] max-xl:[--orders-money:5.25rem] max-xl:[--orders-status:12rem] max-xl:[--orders-assignee:6.25rem] max-xl:[--orders-due:9.5rem]',
  'max-lg:[--orders-ticket:3.25rem] max-lg:[--orders-ticket-sign:0.475rem] max-lg:[--orders-customer:5.25rem] max-lg:[--orders-money:5.25rem] max-lg:[--orders-status:8.25rem] max-lg:[--orders-assignee:5.625rem] max-lg:[--orders-due:5.5rem]',
)

type OrdersViewProps = {
  shopId: string
  customerId?: string | undefined
}

export function OrdersView({ shopId, customerId }: OrdersViewProps) {
  return <OrdersList key={`${shopId}/${customerId}`} shopId={shopId} customerId={customerId} />
}

function OrdersList({ shopId, customerId }: OrdersViewProps) {
  const usual = useUsualStatuses(shopId, customerId)
  const codec = useMemo(() => createOrdersFiltersCodec(usual.read), [usual])
  const [filters, setFilters] = useUrlFilters(codec)
  const { view, age, ...asked } = filters
  const statusSince = useAgeDays(shopId, age)
  const query = { shopId, customerId, ...asked, statusSince, pageSize }
  const list = useOrdersPage(query)
  const { page: _page, pageSize: _pageSize, ...boardQuery } = query
  const { state, total, shopTotal, rows, isStale, sortAnew, coverage } = list
  const holding = useHeldList(list)
  const changeFilters = (change: Partial<OrdersFilters>) => {
    forgetJustAdded()
    if (change.status !== undefined) usual.choose(change.status)
    setFilters(change)
  }
  useKeptPage({ isReady: state === 'ready', page: filters.page, pageSize, total, onPageChange: (page) => setFilters({ page }) })
  const selecting = useRowSelecting(shopId, rows)
  const columns = useOrderColumns(shopId, rows, selecting.isOn)
  const addedId = useJustAdded(({ added }) => (added?.shopId === shopId ? added.orderId : undefined))
  // Re-sort at once for an order the user added, even under a resting pointer.
  useEffect(() => {
    if (addedId !== undefined) sortAnew()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [addedId])
  const isFiltered = isFilteringOrders(filters)
  const isBoard = view === 'board'
  // Push a history entry, so that Back returns to the former view.
  const switchView = (): void => {
    const next = isBoard ? undefined : 'board'
    setFilters({ view: next })
    navigate({ search: codec.write({ ...filters, page: 1, view: next }) })
  }
  const clear = () => {
    // Clears for now; the remembered statuses apply again next time.
    forgetJustAdded()
    setFilters(noOrdersFilters)
    focusMain()
  }
  const isCustomerHere = useIsCustomerHere(shopId, customerId)
  const addOrder = () => openDialog({ kind: 'order-add', customerId: isCustomerHere ? customerId : undefined })

  const addButton = (
    <Button variant="primary" className="max-sm:px-3" onClick={addOrder}>
      <Plus aria-hidden="true" className={customerId === undefined ? undefined : 'max-sm:hidden'} />
      Add Order
    </Button>
  )
  const empty = (
    <EmptyState
      icon={<ClipboardList />}
      title={isFiltered ? 'No orders match your search criteria' : 'No orders found'}
      action={
        isFiltered ? (
          <Button onClick={clear}>Clear Filters</Button>
        ) : (
          <Button variant="primary" onClick={addOrder}>
            {customerId === undefined ? 'Add the first order' : 'Add an order'}
          </Button>
        )
      }
    />
  )
  const isAddedHidden = addedId !== undefined && state === 'ready' && !rows.some(({ order }) => order.id === addedId)

  const table = (
    <>
      {isAddedHidden && <JustAddedNote orderId={addedId} onClose={forgetJustAdded} />}
      <UnfinishedBulk shopId={shopId} onSelect={selecting.selection.replace} />
      <span role="status" className="sr-only">
        {selecting.selection.ids.size > 0 && `${selecting.selection.ids.size.toLocaleString('en-US')} orders selected`}
      </span>
      <div className={cn('flex min-h-0 flex-1 flex-col', columnWidths)} {...holding}>
        <DataTable
          label={customerId === undefined ? 'Orders' : 'Orders of this customer'}
          className="flex-1"
          columns={columns}
          rows={rows}
          rowKey={({ order }) => order.id}
          rowTone={({ order, changedAt }) => (changedAt !== null || order.id === addedId ? 'changed' : undefined)}
          selecting={selecting.rows}
          rowHref={({ order }) => dashboardPath({ shopId, orderId: order.id })}
          onOpen={({ order }) => openDialog({ kind: 'order-edit', orderId: order.id })}
          isLoading={state === 'loading'}
          loadingText="Loading orders..."
          totalRows={total}
          firstRowIndex={(filters.page - 1) * pageSize}
          empty={state === 'failed' ? <ListTrouble onRetry={sortAnew} /> : empty}
        />
      </div>
      {selecting.selection.ids.size > 0 && (
        <SelectionBar shopId={shopId} selection={selecting.selection} query={query} found={total} onClose={() => selecting.switchTo(false)} />
      )}
      <CoverageNote coverage={coverage} noun="orders" isFiltered={isFiltered} />
      {(state === 'ready' || total > 0) && (
        <Pagination page={filters.page} pageSize={pageSize} total={total} onPageChange={(page) => changeFilters({ page })} className="border-t border-line" />
      )}
    </>
  )

  return (
    <section aria-label="Orders" className={cn('flex flex-col sm:h-full', isBoard ? 'h-full' : 'min-h-full')}>
      <PageHeader
        title={customerId === undefined ? 'Orders' : <CustomerHeading.Title shopId={shopId} customerId={customerId} />}
        aside={
          <>
            {customerId === undefined ? (
              <>
                <CountBadge count={shopTotal} label="orders" isExact />
                <OpenOrdersButton
                  shopId={shopId}
                  isPressed={filters.status === 'open'}
                  onPress={(isPressed) => changeFilters({ status: isPressed ? 'open' : 'all' })}
                />
              </>
            ) : (
              <CustomerHeading.Facts shopId={shopId} customerId={customerId} />
            )}
            {isStale && <StaleNote onSortAnew={sortAnew} />}
          </>
        }
        actions={
          <>
            {customerId === undefined && <MessageCounts shopId={shopId} />}
            {customerId !== undefined && <CustomerHeading.Actions shopId={shopId} customerId={customerId} />}
            <IconButton
              label={isBoard ? 'Show as list' : 'Show as board'}
              icon={isBoard ? <List aria-hidden="true" /> : <SquareKanban aria-hidden="true" />}
              onClick={switchView}
            />
            {!isBoard && (rows.length > 0 || selecting.isOn) && (
              <IconButton
                label="Select orders"
                icon={<ListChecks aria-hidden="true" />}
                aria-pressed={selecting.isOn}
                className="aria-pressed:bg-accent-soft xl:hidden"
                onClick={() => selecting.switchTo(!selecting.isOn)}
              />
            )}
            {!isBoard && rows.length > 0 && (
              <IconButton
                label="Print for these rows"
                icon={<Printer aria-hidden="true" />}
                className="max-sm:hidden"
                onClick={() => openDialog({ kind: 'papers', orderIds: rows.map(({ order }) => order.id), paper: 'device-label' })}
              />
            )}
            {addButton}
          </>
        }
        filters={<OrdersFilterBar shopId={shopId} filters={filters} onChange={changeFilters} />}
        chips={isFiltered ? <OrdersFilterChips shopId={shopId} filters={filters} onChange={changeFilters} onClear={clear} /> : undefined}
      />
      {isBoard ? <BoardView query={boardQuery} isFiltered={isFiltered} empty={empty} /> : table}
    </section>
  )
}

function useOrderColumns(shopId: string, rows: readonly OrderListRow[], isSelecting: boolean) {
  const prefix = useTicketPrefix(shopId)
  const ticketWidth = ticketToWidth(toTicket(prefix, Math.max(0, ...rows.map(({ order }) => order.number ?? 0))))
  const colors = useStatusColors(shopId)
  const isTable = useMediaQuery('(min-width: 640px)')
  const isWide = useMediaQuery('(min-width: 1280px)')
  const menu = isWide ? 'for-pointer' : isTable ? 'for-touch' : 'none'
  // On a tablet the checkboxes replace the money columns.
  const isTight = isSelecting && isTable && !isWide
  return useMemo(() => {
    const columns = createOrderColumns({ shopId, colors, menu, ticketWidth })
    return isTight ? columns.filter(({ key }) => key !== 'payment' && key !== 'cost') : columns
  }, [shopId, colors, menu, ticketWidth, isTight])
}

/** In digit widths; a letter can be 1.5 times as wide. */
const ticketToWidth = (ticket: string): number => ticket.length + 0.5 * ticket.replaceAll(/[\d-]/g, '').length

/** Links to the last added order when it is on another page or outside the filters. */
function JustAddedNote({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const found = useRow('orders', orderId)
  if (found.state === 'loading' || found.row === undefined) return null
  return (
    <div role="status" className="mx-4 mb-2 flex min-h-11 items-center gap-2 rounded-md bg-ok-soft pl-3 text-ok-ink">
      <Check aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1 truncate">Added: {toOneLine(found.row.itemDetails)}. It is not among the rows shown here.</span>
      <Button variant="ghost" onClick={() => openDialog({ kind: 'order-edit', orderId })}>
        Open it
      </Button>
      <IconButton label="Dismiss" icon={<X aria-hidden="true" />} onClick={onClose} />
    </div>
  )
}

type OpenOrdersButtonProps = { shopId: string; isPressed: boolean; onPress: (isPressed: boolean) => void }

/** The open count; a press filters to open orders, another shows all. */
function OpenOrdersButton({ shopId, isPressed, onPress }: OpenOrdersButtonProps) {
  const { ordersOpen } = useShopCounts(shopId)
  if (ordersOpen === null || (ordersOpen === 0 && !isPressed)) return null
  return (
    <Button
      variant="ghost"
      aria-pressed={isPressed}
      className="px-3 text-sm text-accent-ink tabular-nums aria-pressed:bg-accent-soft"
      title={isPressed ? 'Show all orders' : 'Show open orders only'}
      onClick={() => onPress(!isPressed)}
    >
      {ordersOpen.toLocaleString('en-US')} open
    </Button>
  )
}

type OrdersSelecting = {
  selection: Selection
  rows: RowSelecting<OrderListRow>
  /** On narrow screens checkboxes are off until switched on. */
  isOn: boolean
  switchTo: (isOn: boolean) => void
}

function useRowSelecting(shopId: string, rows: readonly OrderListRow[]): OrdersSelecting {
  const selection = useSelection()
  const prefix = useTicketPrefix(shopId)
  const isWide = useMediaQuery('(min-width: 1280px)')
  const [isChosen, setIsChosen] = useState(false)
  const isOn = isChosen || selection.ids.size > 0
  const ids = rows.map(({ order }) => order.id)
  const latest = useRef({ ids, selection })
  latest.current = { ids, selection }
  // Keep it stable, so that unchanged rows do not render again.
  const onToggle = useCallback<RowSelecting<OrderListRow>['onToggle']>(({ order }, isRange) => {
    latest.current.selection.toggle(order.id, isRange, latest.current.ids)
  }, [])
  const selecting = useMemo(
    (): RowSelecting<OrderListRow> => ({
      isShown: isWide || isOn,
      isSelected: ({ order }) => selection.ids.has(order.id),
      onToggle,
      toLabel: ({ order }) => `Select ${[order.number === null ? '' : toTicket(prefix, order.number), toOneLine(order.itemDetails)].filter(Boolean).join(' ')}`,
      allLabel: 'Select all on this page',
      onToggleAll: () => latest.current.selection.toggleAll(latest.current.ids),
    }),
    [isWide, isOn, selection.ids, onToggle, prefix],
  )
  const switchTo = (next: boolean): void => {
    setIsChosen(next)
    if (!next) selection.clear()
  }
  return { selection, rows: selecting, isOn, switchTo }
}
