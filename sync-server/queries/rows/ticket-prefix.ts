import { codeToTicketPrefix } from '#schema/rules/shop/profile.ts'
import type { Db } from '../../db/database.ts'

export async function readTicketPrefix(reader: Db, shopId: string): Promise<string> {
  const shop = await reader.selectFrom('shops').select(['code', 'ticket_prefix']).where('id', '=', shopId).executeTakeFirstOrThrow()
  return shop.ticket_prefix ?? codeToTicketPrefix(shop.code)
}
