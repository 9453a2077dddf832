import { HandCoins } from 'lucide-react'
import { useMemo, useEffect, useState } from 'react'
import { type UnpaidReport, buildUnpaidReport, owedStatusIds } from '#schema/rules/money/unpaid-report.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import type { OrderListRow } from '#web/device/lists/list-queries.ts'
import { useIsFirstSync } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { StatusChip } from '#web/inputs/status-chip.tsx'
import { Ticket, useTicketPrefix } from '#web/inputs/ticket.tsx'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { CsvButton } from '#web/list-kit/csv-button.tsx'
import { listPageSize as pageSize } from '#web/list-kit/page-size.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { readPageRange } from '#web/ui/tables/page-range.ts'
import { Pagination } from '#web/ui/tables/pagination.tsx'
import type { Column } from '#web/ui/tables/table-model.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from '../reports-texts.ts'
import type { Device } from '#web/device/device-types.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useDevice } from '#web/device/react/provider.tsx'

/** Orders read at a time, so that a long list does not block the page. */
const readAtOnce = 500

const changing = ['orders', 'payments', 'order_lines'] as const

/** What is owed to the shop, from this device's rows, live; undefined while it is read. */
function useUnpaidReport(shopId: string): UnpaidReport<OrderListRow> | undefined {
  const device = useDevice()
  const { timeZone } = useShopFormat()
  const [held, setHeld] = useState<{ shopId: string; report: UnpaidReport<OrderListRow> }>()
  useEffect(() => {
    let isOver = false
    let isReading = false
    let isStale = false
    const read = async (): Promise<void> => {
      isStale = true
      if (isReading) return
      isReading = true
      while (isStale && !isOver) {
        isStale = false
        // A read that fails is made again with the next change.
        const rows = await readUnpaid(device, shopId).catch(() => undefined)
        if (!isOver && rows !== undefined) setHeld({ shopId, report: buildUnpaidReport(rows, correctedNow(), timeZone) })
      }
      isReading = false
    }
    void read()
    const stops = changing.map((collection) => device.rows.watchCollection(collection, () => void read()))
    return () => {
      isOver = true
      for (const stop of stops) stop()
    }
  }, [device, shopId, timeZone])
  return held?.shopId === shopId ? held.report : undefined
}

async function readUnpaid({ lists }: Device, shopId: string): Promise<OrderListRow[]> {
  const everything = { search: '', from: null, to: null, assignee: 'all', page: 1, pageSize: readAtOnce } as const
  const ids = await lists.findOrderIds({ shopId, ...everything, status: owedStatusIds, isUnpaid: true })
  const rows: OrderListRow[] = []
  for (let from = 0; from < ids.length; from += readAtOnce) rows.push(...(await lists.readOrders(shopId, ids.slice(from, from + readAtOnce))))
  return rows
}

type UnpaidRow = UnpaidReport<OrderListRow>['orders'][number]

type UnpaidViewProps = { shopId: string; page: number; onPageChange: (page: number) => void }

const noOrders: readonly UnpaidRow[] = []

/** What customers owe, the oldest first. Leads and cancelled orders owe nothing. */
export function UnpaidView({ shopId, page: wantedPage, onPageChange }: UnpaidViewProps) {
  const report = useUnpaidReport(shopId)
  const isFirstSync = useIsFirstSync()
  const { money } = useShopFormat()
  const prefix = useTicketPrefix(shopId)
  const statuses = useOrderStatuses()
  const columns = useMemo(() => createColumns(shopId, money), [shopId, money])
  if (isFirstSync) {
    return (
      <p role="status" className="px-4 py-2 text-muted">
        {common.loadingPayments()}
      </p>
    )
  }
  const orders = report?.orders ?? noOrders
  const { page } = readPageRange(wantedPage, pageSize, orders.length)
  const readTable = () => ({
    header: ['No.', 'Customer', 'Item', 'Status', 'Days', 'Paid', 'Balance'],
    rows: orders.map(({ order, customer, paymentsTotal, balance, days }) => [
      order.number === null ? '' : toTicket(prefix, order.number),
      customer?.name ?? '',
      order.itemDetails,
      statuses.find(({ id }) => id === order.orderStatusId)?.statusName ?? '',
      days,
      paymentsTotal ?? 0,
      balance ?? 0,
    ]),
  })
  return (
    <>
      {report !== undefined && orders.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-y border-line bg-surface px-4 py-2.5">
          <dl>
            <dt className="text-sm text-muted">{t.toPay({ count: orders.length })}</dt>
            <dd className="text-lg font-semibold tabular-nums">{money(report.sum)}</dd>
          </dl>
          <CsvButton shopId={shopId} what={t.view.unpaid()} isNamed read={readTable} />
        </div>
      )}
      <DataTable
        label={t.unpaidOrders()}
        className="flex-1"
        columns={columns}
        rows={orders.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ order }) => order.id}
        rowHref={({ order }) => dashboardPath({ shopId, orderId: order.id })}
        onOpen={({ order }) => openDialog({ kind: 'order-edit', orderId: order.id })}
        isLoading={report === undefined}
        loadingText={t.loadingUnpaid()}
        totalRows={orders.length}
        firstRowIndex={(page - 1) * pageSize}
        empty={<EmptyState icon={<HandCoins />} title={t.allPaid()} />}
      />
      {orders.length > pageSize && (
        <Pagination page={page} pageSize={pageSize} total={orders.length} onPageChange={onPageChange} className="border-t border-line" />
      )}
    </>
  )
}

const wrapping = 'whitespace-normal py-1.5'

const createColumns = (shopId: string, money: (amount: number) => string): readonly Column<UnpaidRow>[] => [
  {
    key: 'customer',
    header: common.customer(),
    width: '18%',
    card: 'plain',
    isLink: true,
    className: wrapping,
    cell: ({ customer }) => <span className="line-clamp-2 wrap-anywhere">{customer?.name ?? '…'}</span>,
  },
  {
    key: 'item',
    header: t.item(),
    card: 'title',
    className: wrapping,
    cell: ({ order }) => (
      <span className="line-clamp-2 wrap-anywhere">
        {order.itemDetails} <Ticket shopId={shopId} number={order.number} className="text-muted" />
      </span>
    ),
  },
  {
    key: 'status',
    header: common.status(),
    width: '11.5rem',
    card: 'corner',
    className: wrapping,
    cell: ({ order }) => <StatusChip statusId={order.orderStatusId} />,
  },
  { key: 'age', header: t.age(), width: '6rem', align: 'right', cell: ({ days }) => (days === 0 ? t.today() : t.days({ days })) },
  { key: 'paid', header: t.paid(), width: '7rem', align: 'right', cell: ({ paymentsTotal }) => (paymentsTotal === null ? '' : money(paymentsTotal)) },
  {
    key: 'balance',
    header: t.balance(),
    width: '7.5rem',
    align: 'right',
    className: 'font-semibold',
    cell: ({ balance }) => (balance === null ? '' : money(balance)),
  },
]
