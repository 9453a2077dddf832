import { reads, type ShopAnswer } from '#web/api/admin-api.ts'
import { dataOf, findFree, useOnline } from '../online/online-work.tsx'

/** Shops without an entity; undefined until both lists are loaded. */
export const useUnlinkedShops = (): readonly ShopAnswer[] | undefined =>
  findFree(dataOf(useOnline(reads.allShops)), dataOf(useOnline(reads.assignedShopIds)), (shop, linkedId) => shop.id === linkedId)
