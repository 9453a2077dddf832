import { randomBytes } from 'node:crypto'
import { AppError } from '#schema/errors.ts'
import { isLinkOpen, isNewLink, linkDaysAfterEnd, orderLinkTexts, orderPath } from '#schema/rules/customers/order-link.ts'
import { invoicePath } from '#schema/rules/invoices/invoice-link.ts'
import { finishedStatusIds } from '#schema/values/order-status.ts'
import type { Tx } from '../../db/database.ts'
import { findRow } from '../../queries/rows/read-rows.ts'
import { findShop } from '../../queries/shops.ts'
import type { Services } from '../../services.ts'
import { toSha256 } from '../../to-sha256.ts'

/** `tokenHash`: of the link. */
export type OrderLink = { tokenHash: string; shopId: string; orderId: string }
type Linked = Pick<OrderLink, 'shopId' | 'orderId'>
/** A link to one issued document of the order. */
export type InvoiceLink = OrderLink & { invoiceId: string }

const tokenPattern = /^[A-Za-z0-9_-]{43}$/
const dayMs = 86_400_000

/**
 * Creates a link to the order, or to an issued document of it, with 256 random bits of which only the hash is stored.
 * @returns the URL, relative without PUBLIC_URL
 */
export async function makeOrderLink(
  { db, reader, clock }: Pick<Services, 'db' | 'reader' | 'clock'>,
  { shopId, orderId, invoiceId = null }: Linked & { invoiceId?: string | null },
  publicOrigin: string | null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('order_links')
    .values({ token_hash: toSha256(token), shop_id: shopId, order_id: orderId, invoice_id: invoiceId, created_at: clock().toISOString() })
    .execute()
  const shop = await findShop(reader, shopId)
  const toPath = invoiceId === null ? orderPath : invoicePath
  return `${publicOrigin ?? ''}${toPath(shop?.code ?? '', token)}`
}

/** Those to its documents, too. Links to estimates that they made end with them. */
export const withdrawOrderLinks = async ({ db }: Pick<Services, 'db'>, { shopId, orderId }: Linked): Promise<void> => {
  await db.deleteFrom('order_links').where('order_id', '=', orderId).where('shop_id', '=', shopId).execute()
}

/** The target of a link; undefined for unknown, withdrawn and ended ones alike. */
export async function findOrderLink(services: Pick<Services, 'reader' | 'clock'>, token: string): Promise<OrderLink | undefined> {
  const link = await findLink(services, token)
  return link?.invoiceId === null ? link : undefined
}

export async function findInvoiceLink(services: Pick<Services, 'reader' | 'clock'>, token: string): Promise<InvoiceLink | undefined> {
  const { invoiceId = null, ...link } = (await findLink(services, token)) ?? {}
  return invoiceId === null || !('orderId' in link) ? undefined : { ...link, invoiceId }
}

async function findLink({ reader, clock }: Pick<Services, 'reader' | 'clock'>, token: string): Promise<(OrderLink & { invoiceId: string | null }) | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const link = await reader
    .selectFrom('order_links')
    .select(['token_hash as tokenHash', 'shop_id as shopId', 'order_id as orderId', 'invoice_id as invoiceId', 'created_at as createdAt'])
    .where('token_hash', '=', toSha256(token))
    .executeTakeFirst()
  const order = link && (await findRow(reader, 'orders', link.shopId, link.orderId))
  if (link === undefined || order === undefined) return undefined
  const { createdAt, ...target } = link
  const now = clock()
  return isLinkOpen(order, now) || (target.invoiceId !== null && isNewLink(createdAt, now)) ? target : undefined
}

export const linkNotOpen = (): AppError => new AppError('NOT_FOUND', orderLinkTexts.notOpen)

/** Deletes links of orders finished long ago, but for new ones to documents. Call only with a trusted clock. */
export async function forgetOrderLinks(trx: Tx, now: Date): Promise<void> {
  const ended = new Date(now.getTime() - (linkDaysAfterEnd + 1) * dayMs).toISOString()
  await trx
    .deleteFrom('order_links')
    .where((link) => link.or([link('invoice_id', 'is', null), link('created_at', '<', ended)]))
    .where('order_id', 'in', (from) =>
      from
        .selectFrom('orders')
        .select('id')
        .where('order_status_id', 'in', [...finishedStatusIds])
        .where('status_changed_at', '<', ended),
    )
    .execute()
}
