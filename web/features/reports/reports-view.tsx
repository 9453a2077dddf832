import { ChartNoAxesColumn, Download, Lock } from 'lucide-react'
import { useMemo, useState, useEffect } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { deniedTexts } from '#schema/rules/access/denied-texts.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import type { Report, ReportOrder } from '#schema/rules/money/report.ts'
import { notifyFailure, runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRowsById } from '#web/device/react/use-answers.ts'
import { useBootstrap, useOfSyncStatus } from '#web/device/react/use-device.ts'
import { listPageSize as pageSize } from '#web/list-kit/page-size.ts'
import { useShopFormat, useShopTaxMode } from '#web/inputs/shop-format.tsx'
import { useKeptPage } from '#web/list-kit/use-kept-page.ts'
import { useUrlFilters } from '#web/list-kit/use-url-filters.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { readPageRange } from '#web/ui/tables/page-range.ts'
import { Pagination } from '#web/ui/tables/pagination.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ReportFilterBar } from './report-filter-bar.tsx'
import { laterView } from '#web/navigation/later.tsx'
import { CashUpView } from './cash-up/cash-up-view.tsx'
import { UnpaidView } from './unpaid/unpaid-view.tsx'
import { ComebacksView } from './comebacks/comebacks-view.tsx'
import { TaxView } from './tax/tax-view.tsx'
import { createReportFiltersCodec, type ReportView, readTaxPercent } from './report-filters.ts'
import { type ReportRow, ReportTable } from './report-table.tsx'
import { type ReportMoneyState, useReportMoney, type Money } from './use-report-money.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { type ReportCsvOrder, reportFileName, reportToCsv } from '#schema/rules/money/report-csv.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import type { Device } from '#web/device/device-types.ts'
import { downloadText } from '#web/ui/download-text.ts'
import { type Count, createReportCounter, startCount } from './report-counter.ts'
import { t } from './reports-texts.ts'

type ExportOptions = {
  rows: Device['rows']
  shopName: string
  from: string | null
  to: string | null
  orders: readonly ReportOrder[]
  statusName: (id: string) => string
  /** Time zone of the orders' days. */
  timeZone: string
}

/** Reads order names and downloads the CSV. Resolves to the number of orders. */
async function exportReport({ rows: held, shopName, from, to, orders, statusName, timeZone }: ExportOptions): Promise<number> {
  const orderRows = await held.readMany(
    'orders',
    orders.map(({ orderId }) => orderId),
  )
  const customerRows = await held.readMany('customers', [...new Set(orderRows.flatMap(({ customerId }) => customerId ?? []))])
  const orderById = new Map(orderRows.map((order) => [order.id, order]))
  const customerById = new Map(customerRows.map((customer) => [customer.id, customer]))
  const rows = orders.map((report): ReportCsvOrder => {
    const order = orderById.get(report.orderId)
    return toCsvOrder(report, order, customerById.get(order?.customerId ?? ''), statusName)
  })
  downloadText(reportToCsv(rows, timeZone), reportFileName(shopName, from, to), 'text/csv;charset=utf-8')
  return rows.length
}

/** An order missing on this device still counts, with the data known. */
const toCsvOrder = (report: ReportOrder, order: Order | undefined, customer: Customer | undefined, statusName: (id: string) => string): ReportCsvOrder => ({
  ...report,
  customerName: customer?.name ?? '',
  countryCode: customer?.countryCode ?? null,
  phone: customer?.phone ?? null,
  itemDetails: order?.itemDetails ?? '',
  issueDescription: order?.issueDescription ?? '',
  quotedCost: order?.quotedCost ?? null,
  statusName: order === undefined ? '' : statusName(order.orderStatusId),
  createdAt: order?.createdAt ?? report.lines[0]?.createdAt ?? correctedNow().toISOString(),
})

/** Loaded separately: the chart library is as large as all other views together. */
const ChartsView = laterView(async () => (await import('./charts/charts-view.tsx')).ChartsView)

/** Payments, costs and net by order and in total. */
export function ReportsView({ shop }: { shop: BootstrapShop }) {
  const { timeZone, unitCents } = useShopFormat()
  const [filters, changeFilters] = useUrlFilters(useMemo(() => createReportFiltersCodec(timeZone), [timeZone]))
  const { from, to, tax } = filters
  const state = useReportMoney(shop.id, { from, to, timezone: timeZone, taxMode: useShopTaxMode(), unitCents })
  const { report, isCounting } = useReport(shop.id, state.money, tax)
  const orders = report?.orders ?? noOrders
  useKeptPage({
    isReady: report !== undefined && filters.view !== 'unpaid',
    page: filters.page,
    pageSize,
    total: orders.length,
    onPageChange: (page) => changeFilters({ page }),
  })
  const rows = useReportRows(shop.id, orders, filters.page)
  return (
    <section aria-label={t.title()} className="flex min-h-full flex-col sm:h-full">
      <PageHeader
        title={t.title()}
        aside={report !== undefined && !state.isForbidden && filters.view !== 'unpaid' && <SourceNote state={state} />}
        actions={
          <>
            <ViewChoice view={filters.view} onChange={(view) => changeFilters({ view, page: 1 })} />
            {(filters.view === 'report' || filters.view === 'charts') && (
              <ExportButton shop={shop} from={from} to={to} report={state.isForbidden || state.isReading || isCounting ? undefined : report} />
            )}
          </>
        }
        // What is unpaid is owed today, whichever days are chosen.
        filters={filters.view === 'unpaid' ? undefined : <ReportFilterBar filters={filters} onChange={changeFilters} />}
      />
      {state.isForbidden ? (
        <EmptyState icon={<Lock />} title={deniedTexts.reports} />
      ) : filters.view === 'unpaid' ? (
        <UnpaidView shopId={shop.id} page={filters.page} onPageChange={(page) => changeFilters({ page })} />
      ) : filters.view === 'cash-up' ? (
        state.money === undefined ? (
          <ReportSkeleton />
        ) : (
          <CashUpView shopId={shop.id} money={state.money} />
        )
      ) : filters.view === 'tax' ? (
        state.money === undefined ? (
          <ReportSkeleton />
        ) : (
          <TaxView shopId={shop.id} money={state.money} />
        )
      ) : filters.view === 'comebacks' ? (
        <ComebacksView shopId={shop.id} from={from} to={to} />
      ) : filters.view === 'charts' ? (
        state.money === undefined ? (
          <ReportSkeleton />
        ) : (
          <ChartsView shop={shop} money={state.money} filters={filters} onChange={changeFilters} />
        )
      ) : (
        <>
          <Summary report={report} />
          {report === undefined || rows === undefined ? (
            <ReportSkeleton />
          ) : rows.length === 0 ? (
            <EmptyState icon={<ChartNoAxesColumn />} title={t.noOrders()} />
          ) : (
            <ReportTable rows={rows} />
          )}
          {orders.length > 0 && (
            <Pagination
              page={filters.page}
              pageSize={pageSize}
              total={orders.length}
              onPageChange={(page) => changeFilters({ page })}
              className="border-t border-line"
            />
          )}
        </>
      )}
    </section>
  )
}

const views = [
  { view: 'report', label: t.view.report() },
  { view: 'unpaid', label: t.view.unpaid() },
  { view: 'cash-up', label: t.view['cash-up']() },
  { view: 'tax', label: t.view.tax() },
  { view: 'comebacks', label: t.view.comebacks() },
  { view: 'charts', label: t.view.charts() },
] as const

function ViewChoice({ view: chosen, onChange }: { view: ReportView; onChange: (view: ReportView) => void }) {
  return (
    <div role="group" aria-label={t.viewLabel()} className="flex">
      {views.map(({ view, label }) => (
        <Button
          key={view}
          variant="ghost"
          className="px-3 text-sm aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          aria-pressed={view === chosen}
          onClick={() => onChange(view)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

const noOrders: readonly ReportOrder[] = []

/** One page of orders with their names; undefined while loading. */
function useReportRows(shopId: string, orders: readonly ReportOrder[], wantedPage: number): ReportRow[] | undefined {
  const { page } = readPageRange(wantedPage, pageSize, orders.length)
  const shown = orders.slice((page - 1) * pageSize, page * pageSize)
  const orderRows = useRowsById(
    'orders',
    shopId,
    shown.map(({ orderId }) => orderId),
  )
  const customerRows = useRowsById('customers', shopId, [...new Set((orderRows ?? []).flatMap(({ customerId }) => customerId ?? []))])
  if (orderRows === undefined) return undefined
  const orderById = new Map(orderRows.map((order) => [order.id, order]))
  const customerById = new Map((customerRows ?? []).map((customer) => [customer.id, customer]))
  return shown.map((report) => {
    const order = orderById.get(report.orderId)
    return { report, order, customer: customerById.get(order?.customerId ?? '') }
  })
}

/** Tells whether the figures are from this device or the server. */
function SourceNote({ state: { source, isAsking } }: { state: ReportMoneyState }) {
  const waiting = useOfSyncStatus((status) => status.waiting)
  const text = source === 'server' ? (waiting > 0 ? t.fromServerUnsent() : t.fromServer()) : isAsking ? t.fromDeviceAsking() : t.fromDevice()
  return (
    <p role="status" className="text-sm text-muted">
      {text}
    </p>
  )
}

/** `ofTax`: only where a payment says whether it is after tax. */
const figures = [
  { label: t.totalPayments(), key: 'totalPayments', ofTax: false },
  { label: t.beforeTaxPayments(), key: 'beforeTaxPayments', ofTax: true },
  { label: t.afterTaxPayments(), key: 'afterTaxPayments', ofTax: true },
  { label: t.totalCosts(), key: 'totalCosts', ofTax: false },
  { label: t.netProfit(), key: 'netProfit', ofTax: false },
] as const

/** Costs are negative, payments positive. */
function Summary({ report }: { report: Report | undefined }) {
  const { money } = useShopFormat()
  const isTaxed = useShopTaxMode() !== 'none'
  return (
    <dl className={cn('grid grid-cols-2 gap-px border-y border-line bg-line', isTaxed ? 'sm:grid-cols-3' : 'sm:grid-cols-5')}>
      {figures
        .filter(({ ofTax }) => !isTaxed || !ofTax)
        .map(({ label, key }) => {
          const amount = report === undefined ? undefined : report.summary[key]
          return (
            <div key={key} className={cn('bg-surface px-4 py-2.5', key === 'netProfit' && 'max-sm:col-span-2')}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd
                className={cn(
                  'text-lg tabular-nums max-lg:text-base',
                  key === 'netProfit' && 'font-semibold',
                  key === 'netProfit' && amount !== undefined && amount < 0 && 'text-danger-ink',
                )}
              >
                {amount === undefined ? <Skeleton className="my-1.5 w-20" /> : money(key === 'totalCosts' ? -amount : amount)}
              </dd>
            </div>
          )
        })}
    </dl>
  )
}

type ExportButtonProps = { shop: BootstrapShop; from: string | null; to: string | null; report: Report | undefined }

function ExportButton({ shop, from, to, report }: ExportButtonProps) {
  const device = useDevice()
  const { timeZone } = useShopFormat()
  const statuses = useBootstrap()?.orderStatuses
  const [isBusy, setIsBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (report === undefined) return
    if (report.orders.length === 0) return notifyFailure(t.noData(), t.noOrders())
    const statusName = (id: string): string => statuses?.find((status) => status.id === id)?.statusName ?? orderStatusById.get(id)?.statusName ?? ''
    setIsBusy(true)
    await runAction({
      run: () => exportReport({ rows: device.rows, shopName: shop.name, from, to, orders: report.orders, statusName, timeZone }),
      success: (count) => ({ title: t.exported(), description: t.exportedText({ count }) }),
      failure: { title: t.exportFailed(), description: t.exportFailedText() },
    })
    setIsBusy(false)
  }
  return (
    <Button disabled={report === undefined} busy={isBusy} onClick={() => void run()}>
      <Download aria-hidden="true" />
      {t.exportCsv()}
    </Button>
  )
}

const skeletonRows = [0, 1, 2, 3, 4, 5]

function ReportSkeleton() {
  return (
    <div aria-busy="true" className="min-h-0 flex-1">
      <p role="status" className="px-4 py-2 text-muted">
        {t.loading()}
      </p>
      {skeletonRows.map((row) => (
        <div key={row} aria-hidden="true" className="flex h-16 items-center gap-6 border-b border-line bg-surface px-4">
          <Skeleton className="w-32" />
          <Skeleton className="w-64" />
          <Skeleton className="ml-auto w-20" />
        </div>
      ))}
    </div>
  )
}

/** `isCounting`: a new count runs; `report` is the previous one or undefined. */
type CountedReport = { report: Report | undefined; isCounting: boolean }

/** The report; a small one is computed at once. An invalid percentage keeps the last valid one. */
function useReport(shopId: string, money: Money | undefined, tax: string | null): CountedReport {
  const read = readPercent(tax)
  const [lastPercent, setLastPercent] = useState(read ?? null)
  if (read !== undefined && read !== lastPercent) setLastPercent(read)
  const percent = read === undefined ? lastPercent : read
  const count = useMemo(() => (money === undefined ? undefined : startCount(shopId, { ...money, taxPercent: percent })), [shopId, money, percent])
  const [last, setLast] = useState<Count<string>>()
  const [counter] = useState(() => createReportCounter(setLast))
  useEffect(() => counter.want(count), [counter, count])
  useEffect(() => () => counter.stop(), [counter])
  // Keep the last finished report while a larger one is counted.
  if (count?.report !== undefined && last !== count) setLast(count)
  if (count === undefined) return { report: undefined, isCounting: false }
  if (count.report !== undefined) return { report: count.report, isCounting: false }
  return { report: last?.key === shopId ? last.report : undefined, isCounting: true }
}

/** Null keeps tax included; undefined for an invalid percentage. */
function readPercent(tax: string | null): number | null | undefined {
  if (tax === null) return null
  const read = readTaxPercent(tax)
  return 'percent' in read ? read.percent : undefined
}
