import { localDay } from '#schema/rules/text/calendar.ts'
import { type CsvCell, toCsv } from '#schema/rules/money/csv.ts'
import { formatPhone } from '#schema/values/phone.ts'
import type { OrderListRow } from '#web/device/lists/list-queries.ts'
import { toPrintedTicket } from '#schema/rules/orders/ticket.ts'

// Documented for programs that read the file, so English for everyone.
// oxlint-disable-next-line fences/literal-texts
const columns = ['No.', 'Customer', 'Phone', 'Item', 'Issue', 'Quote', 'Payment', 'Cost', 'Status', 'Assign To', 'Due By', 'Priority', 'Repeat', 'Created']

// oxlint-disable-next-line fences/literal-texts
const yes = 'Yes'

type CsvWords = { prefix: string; timeZone: string; statusName: (id: string) => string; employeeName: (id: string) => string }

/** The listed orders in full; costs are negative, days are in the shop's time zone. Passcodes are left out. */
export function ordersToCsv(rows: readonly OrderListRow[], { prefix, timeZone, statusName, employeeName }: CsvWords): string {
  const lines = rows.map(({ order, customer, paymentsTotal, costsTotal, linesTotal }): CsvCell[] => [
    toPrintedTicket(order, prefix),
    customer?.name ?? '',
    customer === undefined ? '' : [customer.countryCode, formatPhone(customer.countryCode, customer.phone)].filter(Boolean).join(' '),
    order.itemDetails,
    order.issueDescription,
    linesTotal ?? order.quotedCost ?? '',
    paymentsTotal,
    costsTotal === null ? null : -costsTotal + 0,
    statusName(order.orderStatusId),
    order.assignedEmployeeId === null ? '' : employeeName(order.assignedEmployeeId),
    order.dueTimestamp === null ? '' : localDay(order.dueTimestamp, timeZone),
    order.priority ? yes : '',
    order.repeat ? yes : '',
    localDay(order.createdAt, timeZone),
  ])
  return toCsv([columns, ...lines])
}

/** Rows per read, with a pause for rendering. */
const readAtOnce = 500

/** Reads rows in steps, in the order of `ids`. */
export async function readInSteps<Row>(ids: readonly string[], read: (ids: readonly string[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < ids.length; start += readAtOnce) rows.push(...(await read(ids.slice(start, start + readAtOnce))))
  return rows
}

export const ordersFileName = (shopName: string, today: string): string => `${shopName.replace(/[^A-Za-z0-9]+/g, '_')}_Orders_${today}.csv`
