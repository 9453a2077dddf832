import type { Invoice } from '#schema/collections/work/invoices.ts'
import { isIssued } from '#schema/rules/invoices/invoice-states.ts'
import { leftOfInvoice, listCredits } from '#schema/rules/invoices/order-invoices.ts'
import type { InvoiceKind } from '#schema/values/invoices/invoice-kinds.ts'
import type { ChipTone } from '#web/ui/layout/badge.tsx'
import { t } from './invoices-texts.ts'

const kindToText: Readonly<Record<InvoiceKind, string>> = { invoice: t.kind.invoice(), 'credit-note': t.kind['credit-note']() }

/** 'Invoice 2026-0007', 'Credit note, draft'. */
export const documentToText = ({ kind, number }: Pick<Invoice, 'kind' | 'number'>): string =>
  number === null ? t.draftOf({ kind: kindToText[kind] }) : t.numbered({ kind: kindToText[kind], number })

export function stateToWords(invoice: Invoice, documents: readonly Invoice[]): { name: string; tone: ChipTone } {
  if (!isIssued(invoice)) return { name: t.state.draft(), tone: 'neutral' }
  if (listCredits(invoice, documents).length === 0) return { name: t.state.issued(), tone: 'ok' }
  return leftOfInvoice(invoice, documents) === 0 ? { name: t.state.credited(), tone: 'closed' } : { name: t.state.partlyCredited(), tone: 'waiting' }
}

export const differsText = ({ number }: Pick<Invoice, 'number'>): string => t.differs({ number: number ?? '' })

/** Oldest first, drafts last. */
export const compareDocuments = (one: Invoice, other: Invoice): number => (toPlace(one) < toPlace(other) ? -1 : 1)

const toPlace = ({ issuedAt, createdAt }: Invoice): string => (issuedAt === null ? `draft ${createdAt}` : issuedAt)
