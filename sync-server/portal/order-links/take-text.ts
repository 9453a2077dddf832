import { v5 as uuidV5 } from 'uuid'
import type { CustomerText } from '#schema/api/links/order-links.ts'
import type { Services } from '../../services.ts'
import { applyOps } from '../../store/write.ts'
import type { OrderLink } from './order-links.ts'

type Linked = Pick<OrderLink, 'shopId' | 'orderId'>

/**
 * Stores a customer's message to the shop; repeating an id changes nothing. Where another order has a message of this
 * id, the new one gets another id, so that the answer tells nothing of it.
 */
export async function takeText(services: Services, { shopId, orderId }: Linked, { text, id: given = services.newId() }: CustomerText): Promise<void> {
  const find = (id: string) => services.reader.selectFrom('messages').select(['order_id', 'channel']).where('id', '=', id).executeTakeFirst()
  const isOwn = (known: Awaited<ReturnType<typeof find>>): boolean => known?.order_id === orderId && known.channel === 'portal'
  const known = await find(given)
  const id = known === undefined || isOwn(known) ? given : uuidV5(given, orderId)
  if (isOwn(known) || isOwn(await find(id))) return
  const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'portal' as const }
  const values = { orderId, channel: 'portal', state: 'received', text }
  await applyOps(services, caller, shopId, [{ action: 'create', collection: 'messages', id, values, serverValues: { cause: 'customer' } }])
}
