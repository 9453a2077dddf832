import { reads, type ShopAnswer } from '#web/api/admin-api.ts'
import { dataOf, findFree, useOnline } from '../online/online-work.tsx'

/** Shops that no entity has; undefined until both lists are known. */
export const useUnlinkedShops = (): readonly ShopAnswer[] | undefined =>
  findFree(dataOf(useOnline(reads.allShops)), dataOf(useOnline(reads.assignedShopIds)), (shop, linkedId) => shop.id === linkedId)
