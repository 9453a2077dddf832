import type { PublicEstimate } from '#schema/api/links/estimates.ts'
import { isLinkOpen } from '#schema/rules/customers/order-link.ts'
import { isDecided, isOpenEstimate } from '#schema/rules/estimates/estimate-states.ts'
import { toOwnTexts } from '#schema/rules/shop/profile.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import type { Db } from '../../db/database.ts'
import { findOrderFile, listPortalFiles, type FileContent, type FilePart } from '../../queries/files/file-contents.ts'
import { findRow } from '../../queries/rows/read-rows.ts'
import { readTicketPrefix } from '../../queries/rows/ticket-prefix.ts'
import { findShopProfile, toCustomersProfile } from '../../queries/shop-profiles.ts'
import { findShop } from '../../queries/shops.ts'
import type { Services } from '../../services.ts'
import { findEstimateLink, type EstimateLink } from './estimate-links.ts'

type Address = Pick<EstimateLink, 'shopId' | 'estimateId'>

/**
 * The link of an estimate that waits for the customer, or was decided and whose order's own link would be open; undefined
 * for unknown, withdrawn and ended ones alike.
 */
export async function findShownLink({ reader, clock }: Services, token: string): Promise<EstimateLink | undefined> {
  const link = await findEstimateLink(reader, token)
  const estimate = link && (await findRow(reader, 'estimates', link.shopId, link.estimateId))
  const order = estimate && link && (await findRow(reader, 'orders', link.shopId, estimate.orderId))
  if (estimate === undefined || order === undefined) return undefined
  const now = clock()
  return (isDecided(estimate.state) ? isLinkOpen(order, now) : isOpenEstimate(estimate, now.toISOString())) ? link : undefined
}

export async function describeEstimate(reader: Db, { shopId, estimateId }: Address): Promise<PublicEstimate | undefined> {
  const estimate = await findRow(reader, 'estimates', shopId, estimateId)
  const order = estimate && (await findRow(reader, 'orders', shopId, estimate.orderId))
  const shop = await findShop(reader, shopId)
  const profile = await findShopProfile(reader, shopId)
  if (estimate === undefined || order === undefined || shop === undefined || profile === undefined) return undefined
  const { version, lines, total, net, tax, note, state, validUntil, decidedAt, decidedName } = estimate
  const shown = await toCustomersProfile(reader, profile, order)
  return {
    shop: { id: shop.id, code: shop.code, name: shop.name },
    profile: shown,
    color: shop.color,
    terms: toOwnTexts(profile, shown.language).terms,
    ticket: toTicket(await readTicketPrefix(reader, shopId), order.number ?? 0),
    itemDetails: order.itemDetails,
    version,
    lines: readEstimateLines(lines),
    total,
    net,
    tax,
    note,
    state,
    decision: state === 'approved' ? 'approve' : state === 'declined' ? 'decline' : null,
    // A link always has an end.
    validUntil: validUntil ?? estimate.updatedAt,
    decidedAt,
    decidedName,
    photos: (await listPortalFiles(reader, shopId, [order.id])).get(order.id) ?? [],
  }
}

/** A photo of the estimate's order that staff shared with the customer. */
export async function findEstimatePhoto(reader: Db, part: FilePart, { shopId, estimateId }: Address, id: string): Promise<FileContent | undefined> {
  const estimate = await findRow(reader, 'estimates', shopId, estimateId)
  return estimate && findOrderFile(reader, part, shopId, id, estimate.orderId)
}
