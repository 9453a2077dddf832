import type { InvoiceBuyer, InvoiceLine, InvoiceSeller, InvoiceTax } from '../../collections/work/invoice-content.ts'

/** Safe for validated values: stored JSON text, or the value of an answer. */
const read = (stored: unknown): unknown => (typeof stored === 'string' ? JSON.parse(stored) : stored)

export const readInvoiceLines = (stored: unknown): InvoiceLine[] => (read(stored) ?? []) as InvoiceLine[]

export const readInvoiceTaxes = (stored: unknown): InvoiceTax[] => (read(stored) ?? []) as InvoiceTax[]

/** Null of a draft. */
export const readInvoiceSeller = (stored: unknown): InvoiceSeller | null => read(stored) as InvoiceSeller | null

export const readInvoiceBuyer = (stored: unknown): InvoiceBuyer | null => read(stored) as InvoiceBuyer | null
