import type { Bootstrap } from '#schema/api/sync.ts'
import { createMoneyFormat } from '#schema/rules/shop/format.ts'
import { type ShownProfile, shopToProfile } from '#schema/rules/shop/profile.ts'

type Known = Pick<Bootstrap, 'shops'> | null

const profileOf = (bootstrap: Known, shopId: string): ShownProfile => shopToProfile(bootstrap?.shops.find(({ id }) => id === shopId) ?? { code: '' })

/** The zone in which a shop's days begin: the one that it set, before that the reader's (SHOP-03). */
export const shopTimeZone = (bootstrap: Known, shopId: string): string =>
  profileOf(bootstrap, shopId).timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/** How a shop writes money (SHOP-02). */
export const shopMoney = (bootstrap: Known, shopId: string): ((amount: number) => string) => createMoneyFormat(profileOf(bootstrap, shopId))
