import type { Bootstrap } from '#schema/api/sync.ts'
import { createMoneyFormat } from '#schema/rules/shop/format.ts'
import { type ShownProfile, shopToProfile } from '#schema/rules/shop/profile.ts'

type Known = Pick<Bootstrap, 'shops'> | null

const findShop = (bootstrap: Known, shopId: string) => bootstrap?.shops.find(({ id }) => id === shopId)

/** What a shop of this person says of itself, as this device last heard it; the defaults for any other. */
export const shopProfile = (bootstrap: Known, shopId: string): ShownProfile => shopToProfile(findShop(bootstrap, shopId) ?? { code: '' })

/** The zone in which a shop's days begin: the one that it set, before that the reader's. */
export const shopTimeZone = (bootstrap: Known, shopId: string): string =>
  shopProfile(bootstrap, shopId).timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/** How a shop writes money. */
export const shopMoney = (bootstrap: Known, shopId: string): ((amount: number) => string) => createMoneyFormat(shopProfile(bootstrap, shopId))

/** What stands in front of a shop's ticket numbers; empty where the shop is not known here. */
export const shopTicketPrefix = (bootstrap: Known, shopId: string): string =>
  findShop(bootstrap, shopId) === undefined ? '' : shopProfile(bootstrap, shopId).ticketPrefix
