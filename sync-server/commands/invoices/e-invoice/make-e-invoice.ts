import type { Invoice } from '#schema/collections/work/invoices.ts'
import { AppError } from '#schema/errors.ts'
import { eInvoiceTexts, findEInvoiceNeeds } from '#schema/rules/invoices/e-invoice-needs.ts'
import { toPaidAtIssue } from '#schema/rules/invoices/paid-at-issue.ts'
import { readInvoiceBuyer, readInvoiceLines, readInvoiceSeller, readInvoiceTaxes } from '#schema/rules/invoices/read-invoice.ts'
import { findRow, listRows } from '../../../queries/rows/read-rows.ts'
import { findShopProfile } from '../../../queries/shop-profiles.ts'
import type { Services } from '../../../services.ts'
import { invoiceToLibrary } from './invoice-to-library.ts'
import type { EInvoiceFormat } from '#schema/values/invoices/e-invoice-format.ts'
import type { IssuedDocument } from './issued-document.ts'
import type { XmlMaker } from './xml-maker.ts'

/**
 * An issued document as XML by EN 16931.
 * @throws AppError CONFLICT for a draft, and with one sentence for each thing that is missing
 */
export async function makeEInvoice({ reader }: Services, maker: XmlMaker, invoice: Invoice, format: EInvoiceFormat): Promise<string> {
  const { number, issuedAt, state } = invoice
  const [seller, buyer, lines] = [readInvoiceSeller(invoice.seller), readInvoiceBuyer(invoice.buyer), readInvoiceLines(invoice.lines)]
  if (state !== 'issued' || number === null || issuedAt === null) throw new AppError('CONFLICT', eInvoiceTexts.draft)
  const needs = findEInvoiceNeeds({ seller, buyer, lines })
  if (needs.length > 0 || seller === null || buyer === null) throw new AppError('CONFLICT', needs.map(({ message }) => message).join(' '), { issues: needs })
  const { kind, suppliedAt, dueAt, net, tax, total, note } = invoice
  const frozen = { kind, number, issuedAt, suppliedAt, dueAt, seller, buyer, lines, taxes: readInvoiceTaxes(invoice.taxes), net, tax, total, note }
  return maker.make(invoiceToLibrary({ ...frozen, ...(await readBeside(reader, invoice)) }), format)
}

/** What an e-invoice says beside the document. */
async function readBeside(reader: Services['reader'], invoice: Invoice): Promise<Pick<IssuedDocument, 'timeZone' | 'iban' | 'paid' | 'corrected'>> {
  const { shopId, orderId, correctsId } = invoice
  const [profile, payments, documents, corrected] = await Promise.all([
    findShopProfile(reader, shopId),
    listRows(reader, 'payments', shopId, { equals: { orderId } }),
    listRows(reader, 'invoices', shopId, { equals: { orderId } }),
    correctsId === null ? undefined : findRow(reader, 'invoices', shopId, correctsId),
  ])
  return {
    timeZone: profile?.effectiveTimeZone ?? 'UTC',
    iban: profile?.iban ?? null,
    paid: toPaidAtIssue(invoice, { payments, documents }),
    corrected: toCorrected(corrected),
  }
}

function toCorrected(corrected: Invoice | undefined): IssuedDocument['corrected'] {
  if (corrected === undefined || corrected.number === null || corrected.issuedAt === null) return null
  return { number: corrected.number, issuedAt: corrected.issuedAt }
}
