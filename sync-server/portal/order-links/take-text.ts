import type { CustomerText } from '#schema/api/links/order-links.ts'
import { AppError } from '#schema/errors.ts'
import type { Services } from '../../services.ts'
import { applyOps } from '../../store/write.ts'
import type { OrderLink } from './order-links.ts'

/** Stores a customer's message to the shop; repeating an id changes nothing. @throws AppError */
export async function takeText(
  services: Services,
  { shopId, orderId }: Pick<OrderLink, 'shopId' | 'orderId'>,
  { text, id = services.newId() }: CustomerText,
): Promise<void> {
  const known = await services.reader.selectFrom('messages').select(['order_id as orderId', 'channel']).where('id', '=', id).executeTakeFirst()
  if (known !== undefined) {
    if (known.orderId === orderId && known.channel === 'portal') return
    throw new AppError('CONFLICT', 'This message cannot be taken. Please load the page again.')
  }
  const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'portal' as const }
  const values = { orderId, channel: 'portal', state: 'received', text }
  await applyOps(services, caller, shopId, [{ action: 'create', collection: 'messages', id, values, serverValues: { cause: 'customer' } }])
}
