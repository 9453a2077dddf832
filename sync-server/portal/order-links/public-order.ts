import type { LinkedOrder } from '#schema/api/links/order-links.ts'
import { isOpenEstimate } from '#schema/rules/estimates/estimate-states.ts'
import { toWaysToPay } from '#schema/rules/money/pay-online.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import { finishPlaceholders, withoutLink } from '#schema/values/messages/placeholders.ts'
import { findOrderFile, type FileContent, type FilePart } from '../../queries/files/file-contents.ts'
import { findPortalOrder } from '../../queries/portal/orders.ts'
import { findRow, listRows } from '../../queries/rows/read-rows.ts'
import { findShopProfile, toCustomersProfile } from '../../queries/shop-profiles.ts'
import { findShop, findShopConfig } from '../../queries/shops.ts'
import type { Services } from '../../services.ts'
import type { OrderLink } from './order-links.ts'

/** The order as the customer sees it through the link: never notes, costs or staff names. */
export async function describeOrder({ reader, clock }: Pick<Services, 'reader' | 'clock'>, { shopId, orderId }: OrderLink): Promise<LinkedOrder | undefined> {
  const order = await findRow(reader, 'orders', shopId, orderId)
  const shown = order?.customerId ? await findPortalOrder(reader, shopId, orderId, order.customerId) : undefined
  const shop = await findShop(reader, shopId)
  const profile = await findShopProfile(reader, shopId)
  if (order === undefined || shown === undefined || shop === undefined || profile === undefined) return undefined
  const config = await findShopConfig(reader, shopId)
  const now = clock().toISOString()
  const estimates = await listRows(reader, 'estimates', shopId, { equals: { orderId } })
  const open = estimates.find((estimate) => isOpenEstimate(estimate, now))
  const said = await listRows(reader, 'messages', shopId, { equals: { orderId } })
  return {
    shop: { id: shop.id, code: shop.code, name: shop.name },
    profile: await toCustomersProfile(reader, profile, order),
    openingHours: profile.openingHours,
    color: shop.color,
    customerPortal: config?.customerPortal ?? false,
    order: shown,
    pay: toWaysToPay(profile, { shopName: shop.name, balance: shown.balance?.balance ?? null, ticket: shown.ticket }),
    estimate: open === undefined ? null : { total: open.total, lines: readEstimateLines(open.lines).length, validUntil: open.validUntil ?? now },
    messages: said
      .filter(({ channel, state }) => channel === 'portal' || state === 'sent')
      .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
      .map(({ id, channel, text, createdAt }) => ({
        id,
        isOwn: channel === 'portal',
        text: channel === 'portal' ? text : finishPlaceholders(withoutLink(text), {}),
        at: createdAt,
      })),
  }
}

/** A photo that staff shared with the customer. */
export const findLinkedPhoto = (
  services: Pick<Services, 'reader'>,
  part: FilePart,
  { shopId, orderId }: OrderLink,
  id: string,
): Promise<FileContent | undefined> => findOrderFile(services.reader, part, shopId, id, orderId)
