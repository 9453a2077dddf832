import type { PublicInvoice } from '#schema/api/links/invoices.ts'
import { toInvoicePaper } from '#schema/rules/invoices/invoice-paper.ts'
import { toOwnTexts } from '#schema/rules/shop/profile.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import type { Db } from '../../db/database.ts'
import { findRow, listRows } from '../../queries/rows/read-rows.ts'
import { readTicketPrefix } from '../../queries/rows/ticket-prefix.ts'
import { findShopProfile, toCustomersProfile } from '../../queries/shop-profiles.ts'
import { findShop } from '../../queries/shops.ts'
import type { InvoiceLink } from '../order-links/order-links.ts'

/** The page says what the paper says. */
export async function describeInvoice(reader: Db, { shopId, orderId, invoiceId }: InvoiceLink): Promise<PublicInvoice | undefined> {
  const documents = await listRows(reader, 'invoices', shopId, { equals: { orderId } })
  const payments = await listRows(reader, 'payments', shopId, { equals: { orderId } })
  const invoice = documents.find(({ id }) => id === invoiceId)
  const order = await findRow(reader, 'orders', shopId, orderId)
  const [shop, profile] = [await findShop(reader, shopId), await findShopProfile(reader, shopId)]
  if (invoice === undefined || order === undefined || shop === undefined || profile === undefined) return undefined
  const ticket = toTicket(await readTicketPrefix(reader, shopId), order.number ?? 0)
  const shown = await toCustomersProfile(reader, profile, order)
  const { terms, receiptFooter } = toOwnTexts(profile, shown.language)
  const paper = toInvoicePaper({ invoice, documents, payments, profile: { ...profile, terms }, ticket })
  return (
    paper && {
      shop: { id: shop.id, code: shop.code, name: shop.name },
      profile: shown,
      color: shop.color,
      footer: receiptFooter,
      paper,
    }
  )
}
