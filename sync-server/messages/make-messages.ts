import { AppError } from '#schema/errors.ts'
import { findRules, isReminder, type MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import { toCustomerAddress } from '#schema/rules/messages/message-states.ts'
import { isLate } from '#schema/rules/messages/message-times.ts'
import { isSale } from '#schema/values/order-kind.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { findRow } from '../queries/rows/read-rows.ts'
import { textToRules } from '../queries/status-messages.ts'
import type { Services } from '../services.ts'
import { applyOps } from '../store/write.ts'
import { fillRule, readOrderWords, toRuleFor } from './order-words.ts'
import { toStatusMessageId } from './status-message-id.ts'
import type { WriteCaller } from '../store/caller.ts'

const toServerCaller = (shopId: string): WriteCaller => ({ userId: null, privileges: new Set(), shopIds: new Set([shopId]), origin: 'server' })

const ordersAtOnce = 200

type Followed = { shopId: string; rules: readonly MessageRule[]; seq: number; head: number }
type Announced = { orderId: string; historyId: string; orderStatusId: string; cameLate: boolean }

/**
 * Creates messages for new order statuses. A message's id derives from the history entry, so repeated or concurrent
 * runs create it once.
 * @returns the number of messages created
 */
export async function makeMessages(services: Services): Promise<number> {
  let count = 0
  for (const shop of await findMovedShops(services)) {
    for (let place = shop.seq; place < shop.head;) {
      const { announced, next } = await findAnnounced(services, shop, place)
      for (const one of announced)
        for (const rule of findRules(shop.rules, one.orderStatusId, 'send')) if (await makeMessage(services, shop.shopId, one, rule)) count += 1
      place = next ?? shop.head
      await services.db.updateTable('message_rules').set({ seq: place }).where('shop_id', '=', shop.shopId).where('seq', '<', place).execute()
    }
  }
  return count
}

/** Shops with sending rules and new feed rows. */
async function findMovedShops({ db }: Services): Promise<Followed[]> {
  const rows = await db
    .selectFrom('message_rules')
    .innerJoin('shop_feed', 'shop_feed.shop_id', 'message_rules.shop_id')
    .select(['message_rules.shop_id as shopId', 'message_rules.rules', 'message_rules.seq', 'shop_feed.seq as head'])
    .whereRef('shop_feed.seq', '>', 'message_rules.seq')
    .execute()
  return rows
    .map(({ rules, ...shop }) => ({ ...shop, rules: textToRules(rules) }))
    .filter(({ rules }) => rules.some((rule) => rule.mode === 'send' && !isReminder(rule)))
}

/** The next orders of the feed whose current status is to be announced, or came too late for that. `next`: the seq to continue from; undefined at the end. */
async function findAnnounced(
  { db, clock }: Services,
  { shopId, rules }: Followed,
  after: number,
): Promise<{ announced: Announced[]; next: number | undefined }> {
  const statusIds = rules.flatMap(({ mode, orderStatusId }) => (mode === 'send' && orderStatusId !== undefined ? orderStatusId : []))
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'seq', 'deleted', 'order_status_id as orderStatusId'])
    .where('shop_id', '=', shopId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(ordersAtOnce)
    .execute()
  const next = orders.length < ordersAtOnce ? undefined : orders.at(-1)?.seq
  const told = orders.filter(({ deleted, orderStatusId }) => deleted === 0 && statusIds.includes(orderStatusId))
  if (told.length === 0) return { announced: [], next }
  const ids = told.map(({ id }) => id)
  const entries = await db
    .selectFrom('order_status_history')
    .select(['id', 'order_id as orderId', 'order_status_id as orderStatusId', 'created_at as at', 'seq', 'silent'])
    .where('order_id', 'in', ids)
    .where('deleted', '=', 0)
    .execute()
  const lastByOrder = new Map<string, (typeof entries)[number]>()
  for (const entry of entries) {
    const known = lastByOrder.get(entry.orderId)
    if (known === undefined || entry.at > known.at || (entry.at === known.at && entry.seq > known.seq)) lastByOrder.set(entry.orderId, entry)
  }
  const now = clock()
  const announced = told.flatMap(({ id, orderStatusId }) => {
    const entry = lastByOrder.get(id)
    if (entry === undefined || entry.orderStatusId !== orderStatusId || entry.silent === 1) return []
    const cameLate = isLate(entry.at, now)
    // An old status of an order that was changed otherwise is no news.
    return cameLate && entry.seq <= after ? [] : [{ orderId: id, historyId: entry.id, orderStatusId, cameLate }]
  })
  return { announced, next }
}

async function makeMessage(services: Services, shopId: string, announced: Announced, rule: MessageRule): Promise<boolean> {
  const { orderId, historyId, orderStatusId, cameLate } = announced
  const values: OfRule['values'] = cameLate ? { state: 'cancelled' } : {}
  const serverValues = { cause: 'status', orderStatusId, ...(cameLate && { error: messageTexts.cameLate }) }
  return createOfRule(services, shopId, rule, { id: toStatusMessageId(rule.channel, historyId), orderId, values, serverValues })
}

type OfRule = { id: string; orderId: string; values: Readonly<Record<string, string>>; serverValues: Readonly<Record<string, string>> }

/** Returns false when the message exists, or the customer opted out or has no address for the channel. */
export async function createOfRule(services: Services, shopId: string, rule: MessageRule, { id, orderId, values, serverValues }: OfRule): Promise<boolean> {
  const { db } = services
  if (await db.selectFrom('messages').select('id').where('id', '=', id).executeTakeFirst()) return false
  const order = await findRow(db, 'orders', shopId, orderId)
  if (order === undefined || order.customerId === null || isSale(order)) return false
  const customer = await findRow(db, 'customers', shopId, order.customerId)
  if (customer === undefined || customer.noMessages) return false
  const to = toCustomerAddress(rule.channel, customer)
  if (to === null) return false
  const written = fillRule(await toRuleFor(db, shopId, customer, rule), await readOrderWords(db, shopId, order))
  const all = { orderId, channel: rule.channel, to, ...written, ...values }
  try {
    await applyOps(services, toServerCaller(shopId), shopId, [{ action: 'create', collection: 'messages', id, values: all, serverValues }])
    return true
  } catch (error) {
    // Another server created it, or the order or customer was deleted.
    if (error instanceof AppError) return false
    throw error
  }
}
