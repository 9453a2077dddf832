import { defineCollection, type DocumentOf } from '../../collection.ts'
import { neededChoice, serverChoice } from '../../choice-fields.ts'
import { jsonList, serverAmount, serverJson, serverJsonList } from '../../composed-fields.ts'
import { note, optionalInstant, optionalReference, optionalText, reference } from '../../fields.ts'
import { invoiceKinds, invoiceStates } from '../../values/invoices/invoice-kinds.ts'
import { givenInvoiceLineShape, invoiceBuyerShape, invoiceLineShape, invoiceLinesMax, invoiceSellerShape, invoiceTaxShape } from './invoice-content.ts'

/**
 * Invoices and credit notes. A draft says only what it is for; the issue freezes seller, buyer, lines and sums and gives the number.
 * Nothing of an issued one changes: `schema/rules/invoices/`.
 */
export const invoices = defineCollection({
  name: 'invoices',
  fields: {
    kind: { ...neededChoice('Kind', invoiceKinds), fixed: 'An invoice and a credit note are two documents. Make another one.' },
    number: optionalText('Number', { max: 60, writer: 'server' }),
    orderId: {
      ...reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'cascade' } }),
      fixed: 'An invoice stays with its order.',
    },
    /** Of the order at the issue; of a credit note that of its invoice. */
    customerId: optionalReference('Customer', 'customers', { onParentDelete: { action: 'keep' }, writer: 'server' }),
    /** The issued invoice that a credit note names. */
    correctsId: {
      ...optionalReference('Corrected invoice', 'invoices', { onParentDelete: { action: 'keep' } }),
      fixed: 'A credit note stays with its invoice.',
    },
    issuedAt: optionalInstant('Issued', { writer: 'server' }),
    suppliedAt: optionalInstant('Supplied'),
    dueAt: optionalInstant('Due'),
    seller: serverJson('Seller', invoiceSellerShape),
    buyer: serverJson('Buyer', invoiceBuyerShape),
    /** Of a credit note's draft: what of the invoice it takes back; none is all of it. */
    lines: jsonList('Lines', {
      given: givenInvoiceLineShape,
      answered: invoiceLineShape,
      max: invoiceLinesMax,
      tooMany: `An invoice can have ${invoiceLinesMax.toLocaleString('en-US')} lines`,
    }),
    taxes: serverJsonList('Taxes', invoiceTaxShape),
    net: serverAmount('Net'),
    tax: serverAmount('Tax'),
    total: serverAmount('Total'),
    note: note('Note'),
    state: serverChoice('State', invoiceStates, 'draft'),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: {
    noun: 'invoice',
    nounOf: ({ kind }) => (kind === 'credit-note' ? 'credit note' : 'invoice'),
    titleField: 'number',
    titleOf: ({ number }) => (typeof number === 'string' ? number : 'Draft'),
  },
  localIndexes: [['orderId']],
})

export type Invoice = DocumentOf<typeof invoices>
