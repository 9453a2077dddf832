import type { Order } from '#schema/collections/work/orders.ts'
import { isFinishedStatus, orderStatusIdByName } from '#schema/values/order-status.ts'
import type { ReminderKind } from '#schema/values/messages/message-kinds.ts'
import type { Db } from '../db/database.ts'
import { findSendingIssue } from '../portal/estimates/send-estimate.ts'
import { readBalance } from '../queries/rows/order-balance.ts'
import { findRow, listRows } from '../queries/rows/read-rows.ts'
import { type StoredReminder, textToStoredRules } from '../queries/status-messages.ts'
import type { Services } from '../services.ts'
import { createOfRule } from './make-messages.ts'
import { toReminderId } from './status-message-id.ts'

const dayMs = 86_400_000

/** A reminder that no server could make within this time after its day is not made: nobody expects it any more. */
const lateMs = 3 * dayMs

const atOnce = 200

/** The status of each kind that follows from one. */
const statusOf = { 'not-picked-up': orderStatusIdByName.Fixed, 'balance-open': orderStatusIdByName['Picked up'] } as const

/**
 * Creates the reminders whose day has come (REMIND-01): once for each status entry or estimate, by its id. What was due before the rule was
 * switched on is left out, so that a new rule writes to nobody about last year.
 * @returns the number of messages created
 */
export async function makeReminders(services: Services): Promise<number> {
  let count = 0
  const shops = await services.db.selectFrom('message_rules').select(['shop_id as shopId', 'rules']).where('rules', 'like', '%"since"%').execute()
  for (const { shopId, rules } of shops)
    for (const rule of textToStoredRules(rules)) if (rule.reminder !== undefined && rule.mode === 'send') count += await makeOfRule(services, shopId, rule)
  return count
}

async function makeOfRule(services: Services, shopId: string, rule: StoredReminder): Promise<number> {
  const { db, clock } = services
  const now = clock()
  const ageMs = rule.afterDays * dayMs
  const window = {
    after: new Date(Math.max(Date.parse(rule.since), now.getTime() - lateMs) - ageMs).toISOString(),
    until: new Date(now.getTime() - ageMs).toISOString(),
  }
  let count = 0
  // Behind every id: what was due in the very instant was due before.
  for (let last: Begun = { id: 'z', orderId: '', at: window.after }, isMore = true; isMore;) {
    const begun = await findBegun(db, shopId, rule.reminder, { after: last, until: window.until })
    for (const { orderId } of begun) {
      const order = await findRow(db, 'orders', shopId, orderId)
      const occasionId = order && (await findOccasion(db, order, rule.reminder, now))
      if (occasionId === undefined) continue
      const id = toReminderId(rule.reminder, rule.channel, occasionId)
      // The link of a message with an estimate is the estimate's.
      const values: Record<string, string> = rule.reminder === 'estimate-unanswered' ? { estimateId: occasionId } : {}
      if (await createOfRule(services, shopId, rule, { id, orderId, values, serverValues: { cause: 'reminder' } })) count += 1
    }
    isMore = begun.length === atOnce
    last = begun.at(-1) ?? last
  }
  return count
}

/** The order or estimate, and when the days of its reminder began. */
type Begun = { id: string; orderId: string; at: string }

/** Those whose days began in this time, oldest first, behind `after`: many orders can get a status in one instant. */
async function findBegun(db: Db, shopId: string, kind: ReminderKind, { after, until }: { after: Begun; until: string }): Promise<Begun[]> {
  if (kind === 'estimate-unanswered')
    return db
      .selectFrom('estimates')
      .select(['id', 'order_id as orderId', 'updated_at as at'])
      .where('shop_id', '=', shopId)
      .where('state', '=', 'sent')
      .where('deleted', '=', 0)
      .where('updated_at', '>=', after.at)
      .where('updated_at', '<=', until)
      .where((where) => where.or([where('updated_at', '>', after.at), where('id', '>', after.id)]))
      .orderBy('updated_at')
      .orderBy('id')
      .limit(atOnce)
      .execute()
  return db
    .selectFrom('orders')
    .select(['id', 'id as orderId', 'status_changed_at as at'])
    .where('shop_id', '=', shopId)
    .where('order_status_id', '=', statusOf[kind])
    .where('deleted', '=', 0)
    .where('status_changed_at', '>=', after.at)
    .where('status_changed_at', '<=', until)
    .where((where) => where.or([where('status_changed_at', '>', after.at), where('id', '>', after.id)]))
    .orderBy('status_changed_at')
    .orderBy('id')
    .limit(atOnce)
    .execute()
}

/** While what a reminder is about is open: the id of the status entry or estimate that began it. A status set in silence begins none. */
export async function findOccasion(db: Db, order: Order, kind: ReminderKind, now: Date): Promise<string | undefined> {
  if (kind === 'estimate-unanswered') {
    if (isFinishedStatus(order.orderStatusId)) return undefined
    const estimates = await listRows(db, 'estimates', order.shopId, { equals: { orderId: order.id } })
    return estimates.find((estimate) => estimate.state === 'sent' && findSendingIssue(estimate, now.toISOString()) === undefined)?.id
  }
  if (order.orderStatusId !== statusOf[kind]) return undefined
  if (kind === 'balance-open' && ((await readBalance(db, order)).balance ?? 0) <= 0) return undefined
  const last = await db
    .selectFrom('order_status_history')
    .select(['id', 'order_status_id as statusId', 'silent'])
    .where('order_id', '=', order.id)
    .where('deleted', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.statusId === order.orderStatusId && last.silent === 0 ? last.id : undefined
}
