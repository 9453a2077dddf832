import type { Customer } from '#schema/collections/work/customers.ts'
import type { InvoiceBuyer, InvoiceSeller } from '#schema/collections/work/invoice-content.ts'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { AppError, type ErrorCode } from '#schema/errors.ts'
import { toCreditContent } from '#schema/rules/invoices/credit-note.ts'
import { type InvoiceContent, toInvoiceContent } from '#schema/rules/invoices/invoice-sums.ts'
import { listStanding } from '#schema/rules/invoices/order-invoices.ts'
import { findCorrectsIssue, invoiceTexts, isIssued, toIssuedMessage, toStandingMessage } from '#schema/rules/invoices/invoice-states.ts'
import type { ShownProfile } from '#schema/rules/shop/profile.ts'
import { localDay } from '#schema/rules/text/calendar.ts'
import type { Json } from '#schema/values/merge.ts'
import { readInvoiceBuyer, readInvoiceLines, readInvoiceSeller, readInvoiceTaxes } from '#schema/rules/invoices/read-invoice.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import type { Tx } from '../db/database.ts'
import { readBalanceInput } from '../queries/rows/order-balance.ts'
import { findRow, listRows } from '../queries/rows/read-rows.ts'
import { findShopProfile, readDayZone } from '../queries/shop-profiles.ts'
import { findShop } from '../queries/shops.ts'
import type { Services } from '../services.ts'
import { takeDocumentNumber } from '../store/invoices/invoice-numbers.ts'
import { toMoneyFormat } from '../store/shop-money.ts'
import { applyTogether } from '../store/write.ts'

type Asked = {
  userId: string | null
  shopId: string
  id: string
  /** Two people press Issue at once: the second is refused, for the same draft as for another one of the order. */
  unlessIssued?: boolean
}

/**
 * Issues a draft: freezes seller, buyer, lines and sums as they are now, and gives the next number in the same transaction. One that was
 * issued is answered as it is, so that a request may be repeated; `unlessIssued` refuses it.
 * @throws AppError NOT_FOUND; CONFLICT where there is nothing to invoice, or a credit note would exceed its invoice
 */
export async function issueInvoice(services: Services, { userId, shopId, id, unlessIssued = false }: Asked): Promise<Invoice> {
  return applyTogether(
    services,
    userId,
    async ({ trx, at, apply, note }) => {
      const draft = await readInvoice(trx, shopId, id)
      if (unlessIssued) await assertNoneIssued(trx, draft)
      if (isIssued(draft)) return draft
      const [order, shop, profile] = [await findRow(trx, 'orders', shopId, draft.orderId), await findShop(trx, shopId), await findShopProfile(trx, shopId)]
      if (order === undefined || shop === undefined || profile === undefined) throw new AppError('NOT_FOUND')
      const seller = toSeller(shop.name, profile)
      const { content, ...parties } = draft.kind === 'invoice' ? await toInvoice(trx, order, seller) : await toNote(trx, draft, seller)
      const day = localDay(at, await readDayZone(trx, shopId))
      const { number, missing } = await takeDocumentNumber(trx, shopId, draft.kind === 'invoice' ? profile.invoiceFormat : profile.creditNoteFormat, day)
      const serverValues: Record<string, Json> = {
        state: 'issued',
        number,
        issuedAt: at,
        suppliedAt: draft.suppliedAt ?? order.fixedAt ?? at,
        ...parties,
        ...content,
      }
      await apply(shopId, [{ action: 'set', collection: 'invoices', id, values: {}, serverValues }])
      for (const { first, last } of missing) await note(shopId, first === last ? tell('numberMissing', { first }) : tell('numbersMissing', { first, last }))
      return readInvoice(trx, shopId, id)
    },
    { origin: 'rest', shopIds: [shopId] },
  )
}

async function assertNoneIssued(trx: Tx, draft: Invoice): Promise<void> {
  if (isIssued(draft)) throw new AppError('CONFLICT', toIssuedMessage(draft.number))
  if (draft.kind !== 'invoice') return
  const [standing] = listStanding(await listRows(trx, 'invoices', draft.shopId, { equals: { orderId: draft.orderId } }))
  if (standing !== undefined) throw new AppError('CONFLICT', toStandingMessage(standing.number))
}

async function readInvoice(trx: Tx, shopId: string, id: string): Promise<Invoice> {
  const invoice = await findRow(trx, 'invoices', shopId, id)
  if (invoice === undefined) throw new AppError('NOT_FOUND')
  return invoice
}

async function toContent(trx: Tx, order: Order, { taxExemptReason }: Customer): Promise<InvoiceContent> {
  const content = toInvoiceContent({ ...(await readBalanceInput(trx, order)), exemptReason: taxExemptReason })
  if (content === undefined) throw new AppError('CONFLICT', invoiceTexts.nothingCharged)
  if (content.total < 0) throw new AppError('CONFLICT', invoiceTexts.belowZero)
  return content
}

type Frozen = { seller: InvoiceSeller; customerId: string | null; buyer: InvoiceBuyer; content: InvoiceContent }

async function toInvoice(trx: Tx, order: Order, seller: InvoiceSeller): Promise<Frozen> {
  if (order.customerId === null) throw new AppError('CONFLICT', invoiceTexts.needsCustomer)
  const customer = await findRow(trx, 'customers', order.shopId, order.customerId)
  if (customer === undefined) throw new AppError('NOT_FOUND')
  return { seller, customerId: customer.id, buyer: toBuyer(customer), content: await toContent(trx, order, customer) }
}

/** Buyer and amounts of a credit note are of its invoice, whatever became of the order's customer and the shop's settings. */
async function toNote(trx: Tx, draft: Invoice, seller: InvoiceSeller): Promise<Frozen> {
  const invoice = draft.correctsId === null ? undefined : await findRow(trx, 'invoices', draft.shopId, draft.correctsId)
  const ofInvoice = readInvoiceSeller(invoice?.seller ?? null)
  const buyer = readInvoiceBuyer(invoice?.buyer ?? null)
  if (invoice === undefined || ofInvoice === null || buyer === null) throw new AppError('CONFLICT', invoiceTexts.correctsIssued)
  const issue = findCorrectsIssue(draft, invoice)
  if (issue !== undefined) throw toError(issue)
  const notes = await listRows(trx, 'invoices', draft.shopId, { equals: { correctsId: invoice.id } })
  const { currency, taxMode } = ofInvoice
  const content = toCreditContent({
    invoice: { ...toDocument(invoice), number: invoice.number ?? '', seller: { currency, taxMode } },
    earlier: notes.filter(isIssued).map(toDocument),
    given: readInvoiceLines(draft.lines),
    money: toMoneyFormat({ currency, locale: (await findShopProfile(trx, draft.shopId))?.locale ?? 'en-US' }),
  })
  if ('code' in content) throw toError(content)
  return { seller: { ...seller, currency, taxMode }, customerId: invoice.customerId, buyer, content }
}

const toDocument = ({ lines, taxes, total }: Invoice) => ({ lines: readInvoiceLines(lines), taxes: readInvoiceTaxes(taxes), total })

const toError = ({ code, path, message }: { code: ErrorCode; path: string; message: string }): AppError =>
  new AppError(code, message, { issues: [{ path, message }] })

function toSeller(name: string, profile: ShownProfile): InvoiceSeller {
  const { street, postalCode, city, region, country, address, taxId, email, phone, currency, taxMode } = profile
  return { name, street, postalCode, city, region, country, address, taxId, email, phone, currency, taxMode }
}

const toBuyer = ({ name, company, street, postalCode, city, region, country, taxId, email }: Customer): InvoiceBuyer => ({
  name,
  company,
  street,
  postalCode,
  city,
  region,
  country,
  taxId,
  email,
})
