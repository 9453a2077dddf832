import type { Invoice } from '#schema/collections/work/invoices.ts'
import { isIssued } from '#schema/rules/invoices/invoice-states.ts'
import { leftOfInvoice, listCredits } from '#schema/rules/invoices/order-invoices.ts'
import type { InvoiceKind } from '#schema/values/invoices/invoice-kinds.ts'
import type { ChipTone } from '#web/ui/layout/badge.tsx'

export const kindToText: Readonly<Record<InvoiceKind, string>> = { invoice: 'Invoice', 'credit-note': 'Credit note' }

/** 'Invoice 2026-0007', 'Credit note, draft'. */
export const documentToText = ({ kind, number }: Pick<Invoice, 'kind' | 'number'>): string =>
  number === null ? `${kindToText[kind]}, draft` : `${kindToText[kind]} ${number}`

export function stateToWords(invoice: Invoice, documents: readonly Invoice[]): { name: string; tone: ChipTone } {
  if (!isIssued(invoice)) return { name: 'Draft', tone: 'neutral' }
  if (listCredits(invoice, documents).length === 0) return { name: 'Issued', tone: 'ok' }
  return leftOfInvoice(invoice, documents) === 0 ? { name: 'Credited', tone: 'closed' } : { name: 'Partly credited', tone: 'waiting' }
}

export const differsText = ({ number }: Pick<Invoice, 'number'>): string => `Differs from invoice ${number}`

/** Oldest first, drafts last. */
export const compareDocuments = (one: Invoice, other: Invoice): number => (toPlace(one) < toPlace(other) ? -1 : 1)

const toPlace = ({ issuedAt, createdAt }: Invoice): string => (issuedAt === null ? `draft ${createdAt}` : issuedAt)
