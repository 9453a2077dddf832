import { taxCategories } from '../taxes/tax-rate.ts'

export const invoiceKinds = ['invoice', 'credit-note'] as const

export type InvoiceKind = (typeof invoiceKinds)[number]

export const invoiceStates = ['draft', 'issued'] as const

export type InvoiceState = (typeof invoiceStates)[number]

/** `none`: charged without any tax rate. */
export const invoiceTaxCategories = [...taxCategories, 'none'] as const

export type InvoiceTaxCategory = (typeof invoiceTaxCategories)[number]
