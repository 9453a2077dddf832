import { readInvoiceBuyer, readInvoiceTaxes } from '#schema/rules/invoices/read-invoice.ts'
import { toCsv, toCsvRows } from '#schema/rules/money/csv.ts'
import { compareEntries, documentToEntry, type JournalEntry, journalColumns, paymentToEntry } from '#schema/rules/money/journal.ts'
import { toShortCode, toTicket } from '#schema/rules/orders/ticket.ts'
import { dayToInstantRange } from '#schema/rules/text/calendar.ts'
import { centsToAmount } from '#schema/values/money.ts'
import type { Db } from '../../db/database.ts'
import { type ListSteps, mapInSteps, sortInSteps } from '../../lists/list-steps.ts'
import { readDayZone } from '../shop-profiles.ts'
import { readTicketPrefix } from './ticket-prefix.ts'

type Days = { from: string | undefined; to: string | undefined }

/** The journal of some days, both inclusive, by the shop's calendar; byte for byte the same while nothing in it changes. */
export async function readJournal(reader: Db, steps: ListSteps, shopId: string, { from, to }: Days): Promise<string> {
  const [timeZone, prefix] = [await readDayZone(reader, shopId), await readTicketPrefix(reader, shopId)]
  const { fromInstant, toInstantExclusive } = dayToInstantRange(from ?? null, to ?? null, timeZone)
  const range = { from: fromInstant ?? '', to: toInstantExclusive ?? '9999-99' }
  const ticketOf = (orderId: string, number: number | null): string => (number === null ? toShortCode(orderId) : toTicket(prefix, number))
  const documents = await mapInSteps(steps, await readDocuments(reader, shopId, range), ({ orderId, orderNumber, buyer, taxes, ...row }) => [
    documentToEntry(
      {
        ...row,
        ticket: ticketOf(orderId, orderNumber),
        customer: toBuyerName(buyer) ?? '',
        taxes: readInvoiceTaxes(taxes),
        net: centsToAmount(row.netCents),
        tax: centsToAmount(row.taxCents),
        total: centsToAmount(row.totalCents),
      },
      timeZone,
    ),
  ])
  const payments = await mapInSteps(steps, await readPayments(reader, shopId, range), ({ orderId, orderNumber, cents, customer, buyer, ...row }) => [
    paymentToEntry(
      { ...row, customer: toBuyerName(buyer) ?? customer ?? '', ticket: ticketOf(orderId, orderNumber), paymentAmount: centsToAmount(cents) },
      timeZone,
    ),
  ])
  const sorted = await sortInSteps<JournalEntry>(steps, [...documents, ...payments], compareEntries)
  const rows = await mapInSteps(steps, sorted, ({ cells }) => [toCsvRows(cells)])
  return toCsv([journalColumns]) + rows.join('')
}

type Range = { from: string; to: string }

async function readDocuments(reader: Db, shopId: string, { from, to }: Range) {
  const rows = await reader
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select(['invoices.id', 'invoices.kind', 'invoices.issued_at as issuedAt', 'invoices.number', 'invoices.buyer', 'invoices.taxes'])
    .select(['net_cents as netCents', 'tax_cents as taxCents', 'total_cents as totalCents', 'orders.id as orderId', 'orders.number as orderNumber'])
    .where('invoices.shop_id', '=', shopId)
    .where('invoices.issued_at', '>=', from)
    .where('invoices.issued_at', '<', to)
    .execute()
  return rows.map(({ issuedAt, number, ...row }) => ({ ...row, issuedAt: issuedAt ?? '', number: number ?? '' }))
}

function toBuyerName(stored: unknown): string | undefined {
  const buyer = readInvoiceBuyer(stored)
  return buyer?.company ?? buyer?.name
}

/** A payment stands under the name on its invoice: the last one issued before it, or the first after a deposit. */
const readPayments = (reader: Db, shopId: string, { from, to }: Range) =>
  reader
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['payments.id', 'payments.created_at as createdAt', 'payment_amount_cents as cents', 'payments.kind', 'payments.method'])
    .select(['orders.id as orderId', 'orders.number as orderNumber', (eb) => eb.fn.coalesce('customers.company', 'customers.name').as('customer')])
    .select((eb) => {
      const ofOrder = eb.selectFrom('invoices').select('buyer').whereRef('invoices.order_id', '=', 'orders.id').where('invoices.kind', '=', 'invoice').limit(1)
      const before = ofOrder.whereRef('issued_at', '<=', 'payments.created_at').orderBy('issued_at', 'desc').orderBy('invoices.id', 'desc')
      const after = ofOrder.whereRef('issued_at', '>', 'payments.created_at').orderBy('issued_at').orderBy('invoices.id')
      return eb.fn.coalesce(before, after).as('buyer')
    })
    .where('payments.shop_id', '=', shopId)
    .where('payments.created_at', '>=', from)
    .where('payments.created_at', '<', to)
    .where('payments.deleted', '=', 0)
    .execute()
