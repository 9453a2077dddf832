import type { Db } from '../db/database.ts'
import { findShop } from '../queries/shops.ts'

/** Where the shop's customers look up their orders. Without PUBLIC_URL it begins with a slash. */
export async function toShopAddress(reader: Db, publicOrigin: string | null, shopId: string): Promise<string> {
  const shop = await findShop(reader, shopId)
  return `${publicOrigin ?? ''}/${encodeURIComponent((shop?.code ?? '').toLowerCase())}`
}
