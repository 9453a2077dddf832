import type { Bootstrap } from '#schema/api/sync.ts'
import { createMoneyFormat } from '#schema/rules/shop/format.ts'
import type { Pricing } from '#schema/rules/money/price.ts'
import { currencyToUnitCents } from '#schema/values/money.ts'
import { type ShownProfile, shopToProfile, shopToTicketPrefixes } from '#schema/rules/shop/profile.ts'

type Known = Pick<Bootstrap, 'shops'> | null

const findShop = (bootstrap: Known, shopId: string) => bootstrap?.shops.find(({ id }) => id === shopId)

/** The shop's profile as last received; the defaults for an unknown shop. */
export const shopProfile = (bootstrap: Known, shopId: string): ShownProfile => shopToProfile(findShop(bootstrap, shopId) ?? { code: '' })

/** The time zone of a shop's days: its own, else the browser's. */
export const shopTimeZone = (bootstrap: Known, shopId: string): string =>
  shopProfile(bootstrap, shopId).timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

export const shopMoney = (bootstrap: Known, shopId: string): ((amount: number) => string) => createMoneyFormat(shopProfile(bootstrap, shopId))

export type MoneySettings = Omit<Pricing, 'rates'>

export function shopMoneySettings(bootstrap: Known, shopId: string): MoneySettings {
  const { taxMode, currency } = shopProfile(bootstrap, shopId)
  return { taxMode, unitCents: currencyToUnitCents(currency) }
}

/** Prefix of a shop's ticket numbers; empty if the shop is unknown here. */
export const shopTicketPrefix = (bootstrap: Known, shopId: string): string =>
  findShop(bootstrap, shopId) === undefined ? '' : shopProfile(bootstrap, shopId).ticketPrefix

/** The same and the former ones, which stand on older paper; the current one first. */
export function shopTicketPrefixes(bootstrap: Known, shopId: string): readonly string[] {
  const shop = findShop(bootstrap, shopId)
  return shop === undefined ? [''] : shopToTicketPrefixes(shop)
}
