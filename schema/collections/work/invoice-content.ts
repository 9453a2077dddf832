import { z } from 'zod'
import { quantityMax } from '../../values/order-lines/quantity.ts'
import { amountMax } from '../../values/money.ts'
import { invoiceTaxCategories } from '../../values/invoices/invoice-kinds.ts'
import { lineKinds } from '../../values/order-lines/line-kind.ts'
import { taxModes } from '../../values/taxes/tax-rate.ts'
import { toStorableText } from '../../values/text/storable-text.ts'

/** What an issued document holds beside its own fields. An order may have no more lines than an invoice takes. */
export const invoiceLinesMax = 1_000

const text = (max: number) => z.string().max(max).overwrite(toStorableText)
const maybe = (max: number) => text(max).nullable()

/** The shop as it was at the issue. `currency`, `taxMode`: of all amounts; where it is `inclusive`, unit prices are with tax. */
export const invoiceSellerShape = z
  .strictObject({
    name: text(255),
    street: maybe(255),
    postalCode: maybe(255),
    city: maybe(255),
    region: maybe(255),
    country: maybe(2),
    /** In lines, as the shop writes it. */
    address: maybe(5_000),
    taxId: maybe(255),
    email: maybe(255),
    phone: maybe(255),
    currency: text(3),
    taxMode: z.enum(taxModes),
  })
  .meta({ id: 'InvoiceSeller' })

export type InvoiceSeller = z.infer<typeof invoiceSellerShape>

/** The customer as they were at the issue. */
export const invoiceBuyerShape = z
  .strictObject({
    name: text(200),
    company: maybe(200),
    street: maybe(500),
    postalCode: maybe(20),
    city: maybe(200),
    region: maybe(200),
    country: maybe(2),
    taxId: maybe(50),
    email: maybe(255),
  })
  .meta({ id: 'InvoiceBuyer' })

export type InvoiceBuyer = z.infer<typeof invoiceBuyerShape>

const amount = z.number().min(-amountMax).max(amountMax)
const percent = z.number().min(0).max(100)

/**
 * A charged thing. `id`: its number on the document; `lineId`: the line of the order, null for the quote. A discount has a negative price.
 * `net` + `tax` = `total`; over the lines of one tax they add up to its base and tax.
 */
export const givenInvoiceLineShape = z.strictObject({
  id: text(10),
  lineId: z.uuid().nullable(),
  kind: z.enum(['quote', ...lineKinds]),
  description: text(1_000),
  quantity: z.number().gt(0).max(quantityMax),
  unitPrice: amount,
  net: amount,
  tax: amount,
  total: amount,
  taxName: text(100),
  percent,
  category: z.enum(invoiceTaxCategories),
})

export const invoiceLineShape = givenInvoiceLineShape.meta({ id: 'InvoiceLine' })

export type InvoiceLine = z.infer<typeof invoiceLineShape>

const part = z.strictObject({ name: text(100), percent, tax: amount }).meta({ id: 'InvoiceTaxPart' })

/** One entry a rate; none where the shop charges no taxes. `reason`: why an exempt customer pays none. */
export const invoiceTaxShape = z
  .strictObject({
    name: text(100),
    percent,
    category: z.enum(invoiceTaxCategories),
    base: amount,
    tax: amount,
    parts: z.array(part).optional(),
    reason: text(200).optional(),
  })
  .meta({ id: 'InvoiceTax' })

export type InvoiceTax = z.infer<typeof invoiceTaxShape>
