import type { InvoiceTax } from '../../collections/work/invoice-content.ts'
import { isRefund, paymentToSigned } from '../../values/payments/payment-kind.ts'
import { localDay } from '../text/calendar.ts'
import { type CsvCell, toCsv } from './csv.ts'

export const journalColumns = ['id', 'kind', 'date', 'number', 'ticket', 'customer', 'net', 'taxName', 'percent', 'tax', 'gross', 'method'] as const

/** An issued invoice or credit note; its sums are positive. */
export type JournalDocument = {
  id: string
  kind: string
  issuedAt: string
  number: string
  ticket: string
  customer: string
  net: number
  tax: number
  total: number
  taxes: readonly InvoiceTax[]
}

export type JournalPayment = {
  id: string
  createdAt: string
  paymentAmount: number
  kind?: string | null
  method: string | null
  ticket: string
  customer: string
}

/** What happened at one time: the rows of a document and its taxes, or of a payment. */
export type JournalEntry = { at: string; id: string; cells: CsvCell[][] }

/**
 * A row for each document, each of its taxes, and each payment. What goes back is negative, so that a column adds up: over documents to
 * what was charged, over taxes to what is owed of each, over payments to what came in.
 */
export const toJournal = (documents: readonly JournalDocument[], payments: readonly JournalPayment[], timeZone: string): string =>
  toCsv([
    journalColumns,
    ...[...documents.map((one) => documentToEntry(one, timeZone)), ...payments.map((one) => paymentToEntry(one, timeZone))]
      .toSorted(compareEntries)
      .flatMap(({ cells }) => cells),
  ])

export const compareEntries = (one: JournalEntry, other: JournalEntry): number => compareTexts(one.at, other.at) || compareTexts(one.id, other.id)

const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)

export const documentToEntry = (document: JournalDocument, timeZone: string): JournalEntry => ({
  at: document.issuedAt,
  id: document.id,
  cells: documentToCells(document, timeZone),
})

export const paymentToEntry = (payment: JournalPayment, timeZone: string): JournalEntry => ({
  at: payment.createdAt,
  id: payment.id,
  cells: [paymentToCells(payment, timeZone)],
})

function documentToCells({ id, kind, issuedAt, number, ticket, customer, net, tax, total, taxes }: JournalDocument, timeZone: string): CsvCell[][] {
  const sign = documentToSign(kind)
  const about = [localDay(issuedAt, timeZone), number, ticket, customer]
  return [
    [id, kind, ...about, sign * net + 0, null, null, sign * tax + 0, sign * total + 0, null],
    ...taxes.map((one, place): CsvCell[] => {
      const gross = (Math.round(one.base * 100) + Math.round(one.tax * 100)) / 100
      return [`${id}/${place + 1}`, 'tax', ...about, sign * one.base + 0, one.name, String(one.percent), sign * one.tax + 0, sign * gross + 0, null]
    }),
  ]
}

/** Credit notes count against. */
export const documentToSign = (kind: string): 1 | -1 => (kind === 'credit-note' ? -1 : 1)

function paymentToCells(payment: JournalPayment, timeZone: string): CsvCell[] {
  const { id, createdAt, kind, method, ticket, customer } = payment
  const about = [localDay(createdAt, timeZone), null, ticket, customer]
  return [id, isRefund({ kind }) ? 'refund' : 'payment', ...about, null, null, null, null, paymentToSigned(payment), method]
}
