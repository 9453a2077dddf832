import type { Db } from '../db/database.ts'
import { findShop } from '../queries/shops.ts'

/** URL of the portal where the shop's customers look up orders; undefined without PUBLIC_URL. */
export async function toShopAddress(reader: Db, publicOrigin: string | null, shopId: string): Promise<string | undefined> {
  if (publicOrigin === null) return undefined
  const shop = await findShop(reader, shopId)
  return `${publicOrigin}/${encodeURIComponent((shop?.code ?? '').toLowerCase())}`
}
