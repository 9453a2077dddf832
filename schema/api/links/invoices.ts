import { z } from 'zod'
import { answerInstant } from '../../answer-shape.ts'
import { invoiceBuyerShape, invoiceLineShape, invoiceSellerShape, invoiceTaxShape } from '../../collections/work/invoice-content.ts'
import { invoiceKinds } from '../../values/invoices/invoice-kinds.ts'
import { publicProfileAnswer, publicShopAnswer, shopColorAnswer } from '../portal.ts'
import { waysToPayAnswer } from './order-links.ts'

const text = () => z.string().nullable()
const namedDocument = { number: z.string(), issuedAt: answerInstant() }

/** What the paper says; see `schema/rules/invoices/invoice-paper.ts`. */
export const invoicePaperAnswer = z
  .strictObject({
    kind: z.enum(invoiceKinds),
    number: z.string(),
    ticket: z.string(),
    issuedAt: answerInstant(),
    suppliedAt: answerInstant().nullable(),
    dueAt: answerInstant().nullable(),
    corrects: z.strictObject(namedDocument).nullable(),
    seller: invoiceSellerShape,
    buyer: invoiceBuyerShape,
    lines: z.array(invoiceLineShape),
    taxes: z.array(invoiceTaxShape),
    net: z.number(),
    tax: z.number(),
    total: z.number(),
    credits: z.array(z.strictObject({ ...namedDocument, total: z.number() })),
    payments: z.array(z.strictObject({ at: answerInstant(), method: text(), amount: z.number() })),
    paid: z.number(),
    balance: z.number().nullable(),
    pay: waysToPayAnswer.nullable(),
    note: text(),
    terms: text(),
  })
  .meta({ id: 'InvoicePaper' })

/** What the customer sees of an issued document, by its link. */
export const publicInvoiceAnswer = z
  .strictObject({
    shop: publicShopAnswer,
    profile: publicProfileAnswer,
    color: shopColorAnswer,
    footer: text(),
    paper: invoicePaperAnswer,
  })
  .meta({ id: 'PublicInvoice' })
export type PublicInvoice = z.infer<typeof publicInvoiceAnswer>
