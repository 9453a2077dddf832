import { reads, type ShopAnswer } from '#web/api/admin-api.ts'
import { dataOf, useOnline } from '../online/online-work.tsx'

const none: readonly ShopAnswer[] = []

/** Shops that no entity has (APP-12, APP-30); nothing to choose from until both lists are known. */
export function useUnlinkedShops(): readonly ShopAnswer[] {
  const shops = dataOf(useOnline(reads.allShops))
  const linkedIds = dataOf(useOnline(reads.assignedShopIds))
  if (shops === undefined || linkedIds === undefined) return none
  const linked = new Set(linkedIds)
  return shops.filter(({ id }) => !linked.has(id))
}
