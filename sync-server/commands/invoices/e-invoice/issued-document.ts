import type { InvoiceBuyer, InvoiceLine, InvoiceSeller, InvoiceTax } from '#schema/collections/work/invoice-content.ts'
import type { Invoice } from '#schema/collections/work/invoices.ts'

/** An issued invoice or credit note with what an e-invoice says beside it. */
export type IssuedDocument = Pick<Invoice, 'kind' | 'suppliedAt' | 'dueAt' | 'net' | 'tax' | 'total' | 'note'> & {
  number: string
  issuedAt: string
  seller: InvoiceSeller
  buyer: InvoiceBuyer
  lines: readonly InvoiceLine[]
  taxes: readonly InvoiceTax[]
  /** Of the days on it. */
  timeZone: string
  /** Paid for the order before the issue, at most `total`. */
  paid: number
  /** Where the shop wants what is left. */
  iban: string | null
  /** What a credit note corrects. */
  corrected: { number: string; issuedAt: string } | null
}
