import type { Bootstrap } from '#schema/api/sync.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'

/** What stands in front of a shop's ticket numbers; empty where the shop is not known here (NUM-02). */
export function shopTicketPrefix(bootstrap: Pick<Bootstrap, 'shops'> | null, shopId: string): string {
  const shop = bootstrap?.shops.find(({ id }) => id === shopId)
  return shop === undefined ? '' : shopToProfile(shop).ticketPrefix
}
