import { v5 as uuidV5 } from 'uuid'
import type { Mutation } from '#schema/api/sync.ts'
import { privilegeNames } from '#schema/privileges.ts'
import type { MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { saveRules } from '#server/commands/shop-profile/save-rules.ts'
import { makeOrderLink } from '#server/portal/order-links/order-links.ts'
import type { Services } from '#server/services.ts'
import { applyOps } from '#server/store/write.ts'
import { readStatuses, toText } from './add-lines.ts'

const text = 'Hello {name}, your {device} ({ticket}) is ready. To pay: {balance}. {link} {shop}'

/** Automatic text message when ready; a confirmed one for questions. */
const rules: readonly MessageRule[] = [
  { orderStatusId: orderStatusIdByName.Fixed, channel: 'sms', mode: 'send', subject: null, text },
  {
    orderStatusId: orderStatusIdByName['Waiting For Approval'],
    channel: 'sms',
    mode: 'ask',
    subject: null,
    text: 'Hello {name}, we have looked at your {device} ({ticket}) and need your word before we go on: {link} {shop}',
  },
]

const fates = ['sent', 'failed', 'sent', 'waiting'] as const
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

type DemoMessage = { mutation: Mutation; id: string; fate: (typeof fates)[number]; at: string }

/** Messages for some Fixed orders from before yesterday, whose customers have a phone. `always`: orders that get one in any case. */
export function addMessages(orders: readonly Mutation[], always: ReadonlySet<string>, now: Date): DemoMessage[] {
  const statusById = readStatuses(orders)
  const ops = orders.flatMap((mutation) => mutation.ops.map((op) => ({ op, shopId: mutation.shopId, at: mutation.at })))
  const yesterday = new Date(now.getTime() - dayMs).toISOString()
  const reachable = new Set<Json>(
    ops.flatMap(({ op }) => (op.action === 'create' && op.collection === 'customers' && typeof op.values['phone'] === 'string' ? [op.id] : [])),
  )
  const fixed = ops.flatMap(({ op, shopId, at }) => {
    if (op.action !== 'create' || op.collection !== 'orders' || at > yesterday || statusById.get(op.id) !== orderStatusIdByName.Fixed) return []
    const isAlways = always.has(op.id)
    return isAlways || reachable.has(op.values['customerId'] ?? null) ? [{ id: op.id, shopId, isAlways, device: toText(op.values['itemDetails']) }] : []
  })
  const chosen = [...fixed.filter(({ isAlways }) => isAlways), ...fixed.filter(({ isAlways }) => !isAlways).slice(-fates.length)].slice(0, fates.length)
  return chosen.map(({ id: orderId, shopId, device }, place) => {
    const id = uuidV5('message', orderId)
    const at = new Date(now.getTime() - (place + 2) * 30 * minuteMs).toISOString()
    const values = { orderId, channel: 'sms', text: `Hello, your ${device} is ready. See it here: {link}` }
    const mutation: Mutation = { id: uuidV5('act-message', orderId), shopId, at, ops: [{ action: 'create', collection: 'messages', id, values }] }
    return { mutation, id, fate: fates[place] ?? 'waiting', at }
  })
}

/** Records the carriers' results as the server does, and stores the shop's rules. */
export async function settleMessages(services: Services, userId: string | null, shopId: string, messages: readonly DemoMessage[]): Promise<void> {
  const caller = { userId, privileges: new Set(privilegeNames), shopIds: new Set([shopId]), origin: 'import' as const }
  for (const { id, fate, at } of messages) {
    if (fate === 'waiting') continue
    const serverValues: Record<string, Json> =
      fate === 'sent'
        ? { state: 'sent', sentAt: new Date(Date.parse(at) + minuteMs).toISOString() }
        : { state: 'failed', error: `${messageTexts.refused} (The carrier answered 400)` }
    await applyOps(services, caller, shopId, [{ action: 'set', collection: 'messages', id, values: {}, serverValues }])
  }
  await saveRules(services, userId, shopId, rules)
}

export const linkToRepair = (services: Services, shopId: string, orderId: string): Promise<string> => makeOrderLink(services, { shopId, orderId }, null)
