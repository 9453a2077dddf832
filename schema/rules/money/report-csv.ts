import { localDay } from '../text/calendar.ts'
import { type CsvCell, toCsv } from './csv.ts'
import { formatPhone } from '../../values/phone.ts'
import type { ReportOrder } from './report.ts'

/** `npm run import` reads these. */
export const reportCsvColumns = [
  'Customer Name',
  'Customer Phone',
  'Device Details',
  'Issue Description',
  'Quote',
  'Status',
  'Total Payments',
  'Total Costs',
  'Net',
  'Order Creation Date',
] as const

export type ReportCsvOrder = ReportOrder & {
  customerName: string
  countryCode: string | null
  phone: string | null
  itemDetails: string
  issueDescription: string
  quotedCost: string | null
  statusName: string
  createdAt: string
}

export function reportToCsv(orders: readonly ReportCsvOrder[], timeZone: string): string {
  const rows = orders.map((order): CsvCell[] => [
    order.customerName,
    [order.countryCode, formatPhone(order.countryCode, order.phone)].filter((part) => part !== null && part !== '').join(' '),
    order.itemDetails,
    order.issueDescription,
    order.quotedCost ?? '',
    order.statusName,
    order.totalPayments,
    -order.totalCosts + 0,
    order.net,
    localDay(order.createdAt, timeZone),
  ])
  return toCsv([reportCsvColumns, ...rows])
}

/** Bounds are `YYYY-MM-DD`, or null for open. */
export function reportFileName(shopName: string, from: string | null, to: string | null): string {
  const shop = shopName.replace(/[^A-Za-z0-9]+/g, '_')
  return `${shop}_Orders_Report${rangeSuffix(from, to)}.csv`
}

function rangeSuffix(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `_${from}_to_${to}`
  if (from !== null) return `_from_${from}`
  return to === null ? '' : `_until_${to}`
}
