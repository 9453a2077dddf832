import type { Customer } from '#schema/collections/work/customers.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { ReportOrder } from '#schema/rules/money/report.ts'
import { type ReportCsvOrder, reportFileName, reportToCsv } from '#schema/rules/money/report-csv.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import type { Device } from '#web/device/device-types.ts'
import { downloadText } from '#web/ui/download-text.ts'

type ExportOptions = {
  rows: Device['rows']
  shopName: string
  from: string | null
  to: string | null
  orders: readonly ReportOrder[]
  statusName: (id: string) => string
  /** In which the days of orders are. */
  timeZone: string
}

/** Reads what the report's orders are called and hands the file to the browser. Answers how many orders it holds. */
export async function exportReport({ rows: held, shopName, from, to, orders, statusName, timeZone }: ExportOptions): Promise<number> {
  const orderRows = await held.readMany(
    'orders',
    orders.map(({ orderId }) => orderId),
  )
  const customerRows = await held.readMany('customers', [...new Set(orderRows.map(({ customerId }) => customerId))])
  const orderById = new Map(orderRows.map((order) => [order.id, order]))
  const customerById = new Map(customerRows.map((customer) => [customer.id, customer]))
  const rows = orders.map((report): ReportCsvOrder => {
    const order = orderById.get(report.orderId)
    return toCsvOrder(report, order, customerById.get(order?.customerId ?? ''), statusName)
  })
  downloadText(reportToCsv(rows, timeZone), reportFileName(shopName, from, to), 'text/csv;charset=utf-8')
  return rows.length
}

/** An order that has not reached this device yet still counts, with what is known of it. */
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
