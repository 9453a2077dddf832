import { codeToTicketPrefix } from '#schema/rules/shop/profile.ts'
import type { Db } from '../../db/database.ts'

export async function readTicketPrefix(reader: Db, shopId: string): Promise<string> {
  const shop = await reader.selectFrom('shops').select(['code', 'ticket_prefix']).where('id', '=', shopId).executeTakeFirstOrThrow()
  return shop.ticket_prefix ?? codeToTicketPrefix(shop.code)
}

/** Prefixes that tickets of the shop have or had, the current one first. */
export async function readTicketPrefixes(reader: Db, shopId: string): Promise<string[]> {
  const former = await readFormerPrefixes(reader, [shopId])
  return [await readTicketPrefix(reader, shopId), ...(former.get(shopId) ?? [])]
}

/** By shop; without shops that had no other. */
export async function readFormerPrefixes(reader: Db, shopIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await reader.selectFrom('former_ticket_prefixes').select(['shop_id', 'prefix']).where('shop_id', 'in', shopIds).orderBy('prefix').execute()
  const prefixesById = new Map<string, string[]>()
  for (const { shop_id: shopId, prefix } of rows) prefixesById.set(shopId, [...(prefixesById.get(shopId) ?? []), prefix])
  return prefixesById
}
