import type { Invoice } from '#schema/collections/work/invoices.ts'
import { listCredits } from '#schema/rules/invoices/order-invoices.ts'
import { readInvoiceLines, readInvoiceSeller, readInvoiceTaxes } from '#schema/rules/invoices/read-invoice.ts'

const toDocument = ({ lines, taxes, total }: Invoice) => ({ lines: readInvoiceLines(lines), taxes: readInvoiceTaxes(taxes), total })

/** An invoice and its credit notes as the rule of credit notes asks for them. `documents`: of its order. */
export const toCredited = (invoice: Invoice, documents: readonly Invoice[]) => {
  const { currency = '', taxMode = 'none' } = readInvoiceSeller(invoice.seller) ?? {}
  return {
    invoice: { ...toDocument(invoice), number: invoice.number ?? '', seller: { currency, taxMode } },
    earlier: listCredits(invoice, documents).map(toDocument),
  }
}
