import { v5 as uuidV5 } from 'uuid'
import type { Mutation } from '#schema/api/sync.ts'
import { takeText } from '#server/portal/order-links/take-text.ts'
import type { Services } from '#server/services.ts'
import { portalOrderId } from '../portal-orders.ts'

const said = [
  { itemDetails: 'iPhone 14', text: 'Hello Casey, your iPhone 14 is on the bench. See how far it is: {link}', answer: 'Thank you! Can I come by on Saturday?' },
  { itemDetails: 'Turntable', text: 'Hello Casey, your turntable is repaired. You can pick it up: {link}', answer: undefined },
] as const

/** Text messages to the portal's customer. The server sends them as soon as it runs, each with a link of its own. */
export const makeMessages = (shopId: string, now: Date): Mutation[] =>
  said.map(({ itemDetails, text }) => {
    const orderId = portalOrderId(shopId, itemDetails)
    return {
      id: uuidV5('act-message', orderId),
      shopId,
      at: new Date(now.getTime() - 15_000).toISOString(),
      ops: [{ action: 'create', collection: 'messages', id: uuidV5('message', orderId), values: { orderId, channel: 'sms', text, anyHour: true } }],
    }
  })

/** What the customer wrote back by the link. */
export async function takeAnswers(services: Services, shopId: string): Promise<void> {
  for (const { itemDetails, answer } of said) {
    const orderId = portalOrderId(shopId, itemDetails)
    if (answer !== undefined) await takeText(services, { shopId, orderId }, { text: answer, id: uuidV5('answer', orderId) })
  }
}
