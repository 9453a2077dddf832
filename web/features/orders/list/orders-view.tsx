import { ClipboardList, List, Plus, SquareKanban } from 'lucide-react'
import { useEffect, useId, useMemo, useCallback, useRef, useState } from 'react'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { laterPart, laterView, quietPart } from '#web/navigation/later.tsx'
import { dashboardPath } from '#web/navigation/paths.ts'
import type { OrderListRow, OrdersQuery } from '#web/device/lists/list-queries.ts'
import { useOrdersPage } from '#web/device/react/use-lists.ts'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { CoverageNote } from '#web/list-kit/coverage-note.tsx'
import { listPageSize as pageSize } from '#web/list-kit/page-size.ts'
import { useHeldList } from '#web/list-kit/use-held-list.ts'
import { useKeptPage } from '#web/list-kit/use-kept-page.ts'
import { useUrlFilters } from '#web/list-kit/use-url-filters.ts'
import { ListTrouble, SearchFilter, StaleNote } from '#web/list-kit/view-parts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { focusMain } from '#web/ui/layout/focus-main.ts'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Pagination } from '#web/ui/tables/pagination.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import type { OrderSort, OrderView } from '#schema/rules/orders/order-views.ts'
import { CustomerHeading, useIsCustomerHere } from '../customer-heading.tsx'
import { forgetJustAdded, useJustAdded } from '../just-added.ts'
import { createOrderColumns } from './order-columns.tsx'
import { createSaleColumns } from './sale-columns.tsx'
import { OrderTabs, savedMark } from './order-tabs.tsx'
import { allOrders, isOrderView, type KeptViews, openKeptViews } from './kept-views.ts'
import {
  createOrdersFiltersCodec,
  filtersToKept,
  filtersToSaved,
  isFilteringOrders,
  keptToFilters,
  noOrdersFilters,
  type OrdersFilters,
  savedToFilters,
} from './orders-filters.ts'
import { toOneLine } from './order-cells.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import type { RowSelecting } from '#web/ui/tables/table-model.ts'
import { type Selection, useSelection } from '../bulk/use-selection.ts'
import { ageBandDays, olderThanDays, type StatusColors, statusColorsWithoutConfig } from '#schema/rules/orders/status-age.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { dueDays } from '#schema/rules/orders/due.ts'
import { useMyEmployeeIds } from '#web/inputs/use-my-employee-ids.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useAuth } from '#web/session/session.ts'
import { t } from './orders-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'

/** This user's views of the shop's list. */
function useKeptViews(shopId: string, customerId: string | undefined): KeptViews {
  const userId = useAuth().user?.id
  return useMemo(
    () => (userId === undefined || customerId !== undefined ? allOrders : openKeptViews(userId, shopId, findStorage())),
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

/** The days on which orders of this age got their status, and on which orders are due. */
function useQueryDays(shopId: string, { age, due }: OrdersFilters): Pick<OrdersQuery, 'statusSince' | 'due'> {
  const colors = useStatusColors(shopId) ?? statusColorsWithoutConfig
  const { timeZone } = useShopFormat()
  const now = correctedNow()
  return {
    statusSince: age === null ? undefined : typeof age === 'number' ? olderThanDays(age, now, timeZone) : ageBandDays(age, colors, now, timeZone),
    due: due === null ? undefined : dueDays(due, now, timeZone),
  }
}

const SelectionBar = laterPart(async () => (await import('../bulk/selection-bar.tsx')).SelectionBar)
const OrdersFilterBar = laterPart(async () => (await import('./orders-filter-bar.tsx')).OrdersFilterBar)
const OrdersMenu = quietPart(async () => (await import('./orders-menu.tsx')).OrdersMenu)
const BoardView = laterView(async () => (await import('../board/board-view.tsx')).BoardView)
const MessageCounts = quietPart(async () => (await import('#web/features/messages/message-counts.tsx')).MessageCounts)
const UnfinishedBulk = quietPart(async () => (await import('../bulk/unfinished-bulk.tsx')).UnfinishedBulk)

// Fits all nine columns on a wide screen, a tablet, and an upright tablet with two-line cells.
const columnWidths = cn(
  '[--orders-ticket:5.5rem] [--orders-ticket-sign:0.6rem] [--orders-customer:15%] [--orders-money:5.5rem] [--orders-quote:6rem] [--orders-status:13rem] [--orders-assignee:7.5rem] [--orders-due:9.75rem]',
  'min-[90rem]:[--orders-money:6rem] min-[90rem]:[--orders-quote:7.25rem] min-[90rem]:[--orders-status:15rem] min-[90rem]:[--orders-assignee:8rem] min-[90rem]:[--orders-due:11.5rem]',
  'max-xl:[--orders-ticket:4.75rem] max-xl:[--orders-ticket-sign:0.525rem] max-xl:[--orders-customer:7.75rem] max-xl:[--orders-money:5.25rem] max-xl:[--orders-quote:5.25rem] max-xl:[--orders-status:10.5rem] max-xl:[--orders-assignee:6.25rem] max-xl:[--orders-due:9.5rem]',
  'max-lg:[--orders-ticket:3.25rem] max-lg:[--orders-ticket-sign:0.475rem] max-lg:[--orders-customer:5.25rem] max-lg:[--orders-money:5.25rem] max-lg:[--orders-status:8.25rem] max-lg:[--orders-assignee:5.625rem] max-lg:[--orders-due:5.5rem]',
)

/** A row needs this width for its columns. */
const cardsBelow = 901

type OrdersViewProps = {
  shopId: string
  customerId?: string | undefined
}

export function OrdersView({ shopId, customerId }: OrdersViewProps) {
  return <OrdersList key={`${shopId}/${customerId}`} shopId={shopId} customerId={customerId} />
}

function OrdersList({ shopId, customerId }: OrdersViewProps) {
  const kept = useKeptViews(shopId, customerId)
  const codec = useMemo(() => createOrdersFiltersCodec(kept), [kept])
  const [filters, setFilters] = useUrlFilters(codec)
  const panelId = useId()
  const { age: _age, due: _due, isBoard: isBoardChosen, ...asked } = filters
  const isOfSales = filters.view === 'sales'
  const isBoard = isBoardChosen && !isOfSales
  const days = useQueryDays(shopId, filters)
  const myIds = useMyEmployeeIds()
  const query = { shopId, customerId, ...asked, ...days, ...(filters.view === 'mine' && { mine: myIds }), pageSize }
  const list = useOrdersPage(query)
  const { page: _page, pageSize: _pageSize, ...listQuery } = query
  // The board folds finished orders, and counts them.
  const boardQuery = { ...listQuery, view: filters.view === 'open' ? ('all' as const) : filters.view }
  const { state, total, shopTotal, rows, isStale, sortAnew, coverage } = list
  const holding = useHeldList(list)
  const changeFilters = (change: Partial<OrdersFilters>) => {
    forgetJustAdded()
    const next = { ...filters, ...change }
    kept.choose(next.view, filtersToKept(next, kept))
    setFilters(change)
  }
  useKeptPage({ isReady: state === 'ready', page: filters.page, pageSize, total, onPageChange: (page) => setFilters({ page }) })
  const selecting = useRowSelecting(shopId, rows)
  const columns = useOrderColumns(shopId, rows, { isSelecting: selecting.isOn, isOfSales })
  const addedId = useJustAdded(({ added }) => (added?.shopId === shopId ? added.orderId : undefined))
  // Re-sort at once for an order the user added, even under a resting pointer.
  useEffect(() => {
    if (addedId !== undefined) sortAnew()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [addedId])
  const isFiltered = isFilteringOrders(filters)
  // Push a history entry, so that Back returns to the former view.
  const switchView = (): void => {
    const next = { ...filters, page: 1, isBoard: !isBoard }
    setFilters(next)
    navigate({ search: codec.write(next) })
  }
  const clear = () => {
    changeFilters({ ...noOrdersFilters, view: filters.view, isBoard })
    focusMain()
  }
  /** A search goes along: what one view lacks may be in another. */
  const showView = (view: OrderView) => changeFilters({ ...keptToFilters(kept, view), isBoard, search: filters.search })
  const [, setSavedRound] = useState(0)
  const saveView = (act: () => void): void => {
    act()
    setSavedRound((round) => round + 1)
  }
  const savedName = kept.saved().find(({ search }) => search === filtersToSaved(filters))?.name
  const showSaved = (name: string): void => {
    const view = kept.saved().find((saved) => saved.name === name)
    if (view !== undefined) setFilters({ ...savedToFilters(view.search), isBoard })
  }
  const isCustomerHere = useIsCustomerHere(shopId, customerId)
  const addOrder = () => openDialog({ kind: 'order-add', customerId: isCustomerHere ? customerId : undefined })

  const addButton = (
    <Button className="max-sm:px-3" onClick={addOrder}>
      <Plus aria-hidden="true" />
      <span className={customerId === undefined ? 'max-sm:sr-only' : undefined}>{t.addOrder()}</span>
    </Button>
  )
  const sellActions = (
    <>
      <Button onClick={() => openDialog({ kind: 'till' })}>{t.till()}</Button>
      <Button onClick={() => openDialog({ kind: 'sell' })}>
        <Plus aria-hidden="true" />
        {t.sell()}
      </Button>
    </>
  )
  const empty = (
    <EmptyState
      icon={<ClipboardList />}
      title={isFiltered ? t.noMatch() : isOfSales ? t.noSales() : t.noOrders()}
      text={isFiltered ? undefined : isOfSales ? t.noSalesText() : shopTotal > 0 ? undefined : t.noOrdersText()}
      action={
        isFiltered ? (
          <span className="flex flex-wrap justify-center gap-2">
            <Button onClick={clear}>{t.clearFilters()}</Button>
            {filters.view !== 'all' && filters.search.trim() !== '' && <Button onClick={() => showView('all')}>{t.searchAll()}</Button>}
          </span>
        ) : isOfSales ? (
          <Button variant="primary" onClick={() => openDialog({ kind: 'sell' })}>
            {t.sell()}
          </Button>
        ) : filters.view !== 'all' && shopTotal > 0 ? (
          <Button onClick={() => showView('all')}>{t.showAll()}</Button>
        ) : (
          <Button variant="primary" onClick={addOrder}>
            {customerId === undefined ? t.addFirst() : t.addOne()}
          </Button>
        )
      }
    />
  )

  // Before the first sync ends, an empty view does not prove that it has no orders.
  const isComing = coverage !== undefined && rows.length === 0 && !isFiltered

  const table = (
    <>
      <UnfinishedBulk shopId={shopId} onSelect={selecting.selection.replace} />
      <span role="status" className="sr-only">
        {selecting.selection.ids.size > 0 && t.selected({ count: countToText(selecting.selection.ids.size) })}
      </span>
      <div className={cn('flex min-h-0 flex-1 flex-col', columnWidths)} {...holding}>
        <DataTable
          label={customerId === undefined ? t.orders() : t.ordersOfCustomer()}
          className="flex-1"
          columns={columns}
          rows={rows}
          rowKey={({ order }) => order.id}
          rowTone={({ order, changedAt }) => (changedAt !== null || order.id === addedId ? 'changed' : undefined)}
          selecting={selecting.rows}
          cardsBelow={cardsBelow}
          sort={filters.sort}
          onSort={(sort) => changeFilters({ sort: sort as OrderSort | null })}
          rowHref={({ order }) => dashboardPath({ shopId, orderId: order.id })}
          onOpen={({ order }) => openDialog({ kind: 'order-edit', orderId: order.id })}
          isLoading={state === 'loading' || isComing}
          loadingText={t.loading()}
          totalRows={total}
          firstRowIndex={(filters.page - 1) * pageSize}
          empty={state === 'failed' ? <ListTrouble onRetry={sortAnew} /> : empty}
        />
      </div>
      {selecting.selection.ids.size > 0 && (
        <SelectionBar shopId={shopId} selection={selecting.selection} query={query} found={total} onClose={() => selecting.switchTo(false)} />
      )}
      <CoverageNote coverage={coverage} noun={t.nouns()} isFiltered={isFiltered} />
      {(state === 'ready' || total > 0) && (
        <Pagination page={filters.page} pageSize={pageSize} total={total} onPageChange={(page) => changeFilters({ page })} className="border-t border-line" />
      )}
    </>
  )

  return (
    <section aria-label={t.orders()} className={cn('flex flex-col sm:h-full', isBoard ? 'h-full' : 'min-h-full')}>
      <PageHeader
        title={customerId === undefined ? t.orders() : <CustomerHeading.Title shopId={shopId} customerId={customerId} />}
        tabs={
          customerId === undefined ? (
            <OrderTabs
              shopId={shopId}
              value={savedName === undefined ? filters.view : `${savedMark}${savedName}`}
              saved={kept.saved()}
              panelId={panelId}
              onChange={(tab) => (isOrderView(tab) ? showView(tab) : showSaved(tab.slice(savedMark.length)))}
            />
          ) : undefined
        }
        aside={customerId !== undefined && <CustomerHeading.Facts shopId={shopId} customerId={customerId} />}
        actions={
          <>
            {customerId === undefined && <MessageCounts shopId={shopId} />}
            {customerId !== undefined && <CustomerHeading.Actions shopId={shopId} customerId={customerId} />}
            {isOfSales ? sellActions : addButton}
          </>
        }
        filters={
          <>
            <SearchFilter label={t.searchLabel()} placeholder={t.searchHint()} value={filters.search} onChange={changeFilters} />
            <OrdersFilterBar shopId={shopId} filters={filters} onChange={changeFilters} onClear={isFiltered ? clear : undefined} />
            {isStale && <StaleNote onSortAnew={sortAnew} />}
            <span className="ml-auto flex shrink-0">
              {!isOfSales && (
                <IconButton
                  label={isBoard ? t.asList() : t.asBoard()}
                  icon={isBoard ? <List aria-hidden="true" /> : <SquareKanban aria-hidden="true" />}
                  onClick={switchView}
                />
              )}
              <OrdersMenu
                shopId={shopId}
                query={query}
                selecting={isBoard || (rows.length === 0 && !selecting.isOn) ? undefined : selecting}
                onPrint={
                  isBoard || rows.length === 0
                    ? undefined
                    : () => openDialog({ kind: 'papers', orderIds: rows.map(({ order }) => order.id), paper: 'device-label' })
                }
                views={
                  customerId === undefined
                    ? {
                        savedName,
                        onSave: (name) => saveView(() => kept.save({ name, search: filtersToSaved(filters) })),
                        onRename: (before, name) => saveView(() => kept.save({ name, search: filtersToSaved(filters) }, before)),
                        onRemove: (name) => saveView(() => kept.remove(name)),
                      }
                    : undefined
                }
              />
            </span>
          </>
        }
      />
      <div id={panelId} {...(customerId === undefined && { role: 'tabpanel', 'aria-label': t.view[filters.view]() })} className="flex min-h-0 flex-1 flex-col">
        {isBoard ? <BoardView query={boardQuery} isFiltered={isFiltered} empty={empty} /> : table}
      </div>
    </section>
  )
}

function useOrderColumns(shopId: string, rows: readonly OrderListRow[], { isSelecting, isOfSales }: { isSelecting: boolean; isOfSales: boolean }) {
  const prefix = useTicketPrefix(shopId)
  const ticketWidth = ticketToWidth(toTicket(prefix, Math.max(0, ...rows.map(({ order }) => order.number ?? 0))))
  const colors = useStatusColors(shopId)
  const isTable = useMediaQuery(`(min-width: ${cardsBelow}px)`)
  const isWide = useMediaQuery('(min-width: 1280px)')
  const menu = isWide ? 'for-pointer' : isTable ? 'for-touch' : 'none'
  // On a tablet the checkboxes replace the money columns.
  const isTight = isSelecting && isTable && !isWide
  const hidden = toEmptyColumns(rows, { isTight, isOfSales })
  return useMemo(() => {
    const hiddenKeys = hidden.split(' ')
    const options = { shopId, colors, menu, ticketWidth } as const
    const columns = isOfSales ? createSaleColumns({ ...options, withIssue: false }) : createOrderColumns({ ...options, withIssue: !isWide })
    return columns.filter(({ key }) => !hiddenKeys.includes(key))
  }, [shopId, colors, menu, ticketWidth, isWide, hidden, isOfSales])
}

/** Columns that are empty in all rows shown: money, and the customers of sales. */
function toEmptyColumns(rows: readonly OrderListRow[], { isTight, isOfSales }: { isTight: boolean; isOfSales: boolean }): string {
  const isEmpty = {
    quote: rows.every(({ order, linesTotal }) => linesTotal === null && !order.quotedCost),
    payment: isTight || rows.every(({ paymentsTotal }) => paymentsTotal === null),
    cost: isTight || rows.every(({ costsTotal }) => costsTotal === null),
    customer: isOfSales && rows.every(({ order }) => order.customerId === null),
  }
  return rows.length === 0 ? '' : hideable.filter((key) => isEmpty[key]).join(' ')
}

const hideable = ['quote', 'payment', 'cost', 'customer'] as const

/** In digit widths; a letter can be 1.5 times as wide. */
const ticketToWidth = (ticket: string): number => ticket.length + 0.5 * ticket.replaceAll(/[\d-]/g, '').length

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
      toLabel: ({ order }) =>
        t.selectOne({ order: [order.number === null ? '' : toTicket(prefix, order.number), toOneLine(order.itemDetails)].filter(Boolean).join(' ') }),
      allLabel: t.selectPage(),
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
