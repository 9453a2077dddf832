import type { Customer } from '#schema/collections/work/customers.ts'
import type { Message } from '#schema/collections/work/messages.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { findDoubt } from '#schema/rules/messages/ask-first.ts'
import { toCustomerAddress } from '#schema/rules/messages/message-states.ts'
import { findNextTry, holdMs, toSendingTime } from '#schema/rules/messages/message-times.ts'
import { findRules, isReminder, type MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { finishPlaceholders, hasPlaceholder, needsWords, withoutLink } from '#schema/values/messages/placeholders.ts'
import type { Db, Tx } from '../db/database.ts'
import { findSendingIssue, toSentOps } from '../portal/estimates/send-estimate.ts'
import { mayBeWrittenTo, takeText, toNextDay } from '../portal/messages.ts'
import { findRow, listStatusHistory } from '../queries/rows/read-rows.ts'
import { findShopProfile } from '../queries/shop-profiles.ts'
import { readRules } from '../queries/status-messages.ts'
import type { Services } from '../services.ts'
import { applyTogether } from '../store/write.ts'
import type { Due } from './find-due.ts'
import { endAsSeen, endClaimed, endTries, releaseClaim, restAsSeen, takeClaim, type Claim } from './message-claims.ts'
import { fillRule, readOrderWords, toRuleFor } from './order-words.ts'
import type { Outgoing, Sender, Sending } from './senders/sender.ts'
import { findOccasion } from './make-reminders.ts'
import { toReminderId, toStatusMessageId } from './status-message-id.ts'

export type SendStep = 'planned' | 'claimed' | 'handing over' | 'handed over' | 'written'

export type MessageTools = {
  services: Services
  /** Undefined without PUBLIC_URL: nobody could open a link. */
  makeLink: ((due: Due) => Promise<string>) | undefined
  onStep: (step: SendStep) => void
}

/** Senders give up after this time; with less of the claim left, nothing is sent. */
const sendMs = 40_000

/** The same text to the same address is not sent twice within this time. */
const repeatMs = 60_000

type Ending = { state: 'sent' | 'failed' | 'cancelled'; error: string | null; sentAt?: string }

/** `written`: into a file, where no carrier is set up. */
type HandedOver = 'sent' | 'written' | 'refused' | 'failed'

/** What is handed over: the address and texts of a status message are those of the order as it is now. */
type Content = { customerId: string; to: string; subject: string | null; text: string }

type Plan = { act: 'send'; content: Content } | { act: 'rest'; until: Date } | { act: 'end'; ending: Ending }

/**
 * Processes a waiting message: sends it, delays it or ends it. Only one of several servers sends it. If a server died
 * while sending, it is sent again only where the carrier recognizes repeats. A server that was delayed between steps
 * writes nothing when another one changed the message meanwhile.
 */
export async function sendMessage(tools: MessageTools, sender: Sender, due: Due): Promise<HandedOver | undefined> {
  const { services } = tools
  const plan = (await findLeftEnding(services, sender, due)) ?? (await makePlan(tools, due, due.anyHour === 1))
  if (plan.act === 'rest') await restAsSeen(services, due, plan.until)
  if (plan.act === 'end') await write(services, due, plan.ending, (trx) => endAsSeen(trx, services, due))
  if (plan.act !== 'send') return undefined
  tools.onStep('planned')
  const claim = await takeClaim(services, due)
  return claim && sendClaimed(tools, sender, due, claim)
}

/** Outcome of a message that a dead server was sending, as far as the carrier knows it. */
async function findLeftEnding(services: Services, sender: Sender, due: Due): Promise<Plan | undefined> {
  if (due.claim === null) return undefined
  const outcome = await sender.findOutcome(due.id)
  if (outcome === 'taken') return { act: 'end', ending: toSent(services, sender) }
  return outcome === 'unknown' ? { act: 'end', ending: { state: 'failed', error: messageTexts.unknownOutcome } } : undefined
}

async function makePlan({ services, makeLink }: MessageTools, due: Due, anyHour: boolean): Promise<Plan> {
  const { db, clock } = services
  const order = await findRow(db, 'orders', due.shopId, due.orderId)
  if (order === undefined) return toCancelled(messageTexts.orderGone)
  const customer = order.customerId === null ? undefined : await findRow(db, 'customers', due.shopId, order.customerId)
  if (customer === undefined || customer.noMessages) return toCancelled(messageTexts.wantsNone)
  const plan =
    due.cause === 'status'
      ? await planStatus(db, due, order, customer)
      : due.cause === 'reminder'
        ? await planReminder(db, due, order, customer, clock())
        : await planWritten(db, due, order, customer, clock())
  if (plan.act !== 'send') return plan
  if (makeLink === undefined) {
    const isAboutLink = (due.estimateId ?? due.invoiceId) !== null && hasPlaceholder(plan.content.text, 'link')
    leaveOutLink(plan.content)
    if (isAboutLink || plan.content.text === '') return toFailed(messageTexts.noPublicUrl)
  }
  if (due.channel === 'sms' && !(await mayBeWrittenTo(services, due.shopId, plan.content.to, customer))) return toFailed(messageTexts.foreignNumber)
  const now = clock()
  if (await wasSentJustNow(db, { ...due, ...plan.content }, now)) return toCancelled(messageTexts.sentJustNow)
  if (anyHour) return plan
  const heldUntil = new Date(Date.parse(due.createdAt) + (due.cause === 'status' ? holdMs : 0))
  if (heldUntil > now) return { act: 'rest', until: heldUntil }
  const zone = (await findShopProfile(db, due.shopId))?.effectiveTimeZone ?? 'UTC'
  const until = toSendingTime(now, zone)
  return until > now ? { act: 'rest', until } : plan
}

function leaveOutLink(content: Content): void {
  content.text = withoutLink(content.text)
  if (content.subject !== null) content.subject = withoutLink(content.subject)
}

/** The same text again within a minute comes from a button pressed twice, or from two orders that got one status. */
async function wasSentJustNow(db: Db, { id, shopId, orderId, channel, to, subject, text }: Due, now: Date): Promise<boolean> {
  const same = db
    .selectFrom('messages')
    .select('id')
    .where('to', '=', to)
    .where('state', '=', 'sent')
    .where('sent_at', '>', new Date(now.getTime() - repeatMs).toISOString())
    .where('shop_id', '=', shopId)
    .where('channel', '=', channel)
    .where('text', '=', text)
    .where('subject', 'is not distinct from', subject)
    .where('id', '!=', id)
    .limit(1)
  // The links of two orders differ.
  return (await (hasPlaceholder(text, 'link') ? same.where('order_id', '=', orderId) : same).executeTakeFirst()) !== undefined
}

/** The status must still hold. The message is made anew: since it was set, customer, number and balance may have changed. */
async function planStatus(db: Db, due: Due, order: Order, customer: Customer): Promise<Plan> {
  if (order.orderStatusId !== due.orderStatusId) return toCancelled(messageTexts.statusChanged)
  // A status that was left and set again has its own message.
  const entry = (await listStatusHistory(db, due.shopId, due.orderId)).at(-1)
  if (entry === undefined || toStatusMessageId(due.channel, entry.id) !== due.id) return toCancelled(messageTexts.statusChanged)
  const rule = findRules(await readRules(db, due.shopId), order.orderStatusId, 'send').find(({ channel }) => channel === due.channel)
  return rule === undefined ? toCancelled(messageTexts.ruleEnded) : planByRule(db, due, order, customer, rule)
}

/** What the reminder is about must still be open, and the shop must still remind of it. It is made anew, too. */
async function planReminder(db: Db, due: Due, order: Order, customer: Customer, now: Date): Promise<Plan> {
  for (const rule of await readRules(db, due.shopId)) {
    if (!isReminder(rule) || rule.mode !== 'send' || rule.channel !== due.channel) continue
    const occasionId = await findOccasion(db, order, rule.reminder, now)
    if (occasionId !== undefined && toReminderId(rule.reminder, rule.channel, occasionId) === due.id) return planByRule(db, due, order, customer, rule)
  }
  return toCancelled(messageTexts.settled)
}

async function planByRule(db: Db, due: Due, order: Order, customer: Customer, rule: MessageRule): Promise<Plan> {
  const to = toCustomerAddress(due.channel, customer)
  if (to === null) return toCancelled(messageTexts.noAddress[due.channel])
  return {
    act: 'send',
    content: { customerId: customer.id, to, ...fillRule(await toRuleFor(db, due.shopId, customer, rule), await readOrderWords(db, due.shopId, order)) },
  }
}

/** A text of a person stays as it was said, so it asks again where the order went elsewhere meanwhile. */
async function planWritten(db: Db, due: Due, order: Order, customer: Customer, now: Date): Promise<Plan> {
  const confirmedAt = await findConfirmation(db, due.id)
  if (confirmedAt === undefined && due.customerId !== null && due.customerId !== order.customerId) return toFailed(messageTexts.customerChanged)
  const writtenAt = confirmedAt ?? due.createdAt
  const doubt = order.statusChangedAt > writtenAt ? findDoubt({ writtenAt, now, orderStatusId: order.orderStatusId }) : undefined
  if (doubt !== undefined) return toFailed(doubt)
  if (due.estimateId !== null) {
    const estimate = await findRow(db, 'estimates', due.shopId, due.estimateId)
    const issue = estimate === undefined ? messageTexts.estimateGone : findSendingIssue(estimate, now.toISOString())?.message
    if (issue !== undefined) return toFailed(issue)
  }
  // A program's text has names to fill in; those of a person's text were filled in on the device.
  const words = [due.text, due.subject ?? ''].some(needsWords) ? await readOrderWords(db, due.shopId, order) : {}
  return { act: 'send', content: { customerId: customer.id, to: due.to, ...fillRule(due, words) } }
}

/** When a person last said that the message may go: Send Again or Send Now. */
async function findConfirmation(db: Db, messageId: string): Promise<string | undefined> {
  const changes = await db
    .selectFrom('field_changes')
    .select('at')
    .where('collection', '=', 'messages')
    .where('row_id', '=', messageId)
    .where('field', 'in', ['state', 'anyHour'])
    .where('user_id', 'is not', null)
    .orderBy('at', 'desc')
    .execute()
  return changes[0]?.at
}

const toFailed = (error: string): Plan => ({ act: 'end', ending: { state: 'failed', error } })

const toCancelled = (error: string): Plan => ({ act: 'end', ending: { state: 'cancelled', error } })
const toSent = ({ clock }: Services, { instead }: Sender): Ending => ({ state: 'sent', sentAt: clock().toISOString(), error: instead ?? null })

/** What holds is looked at once more under the claim: long may have passed since it was planned. */
async function sendClaimed(tools: MessageTools, sender: Sender, due: Due, claim: Claim): Promise<HandedOver | undefined> {
  const { services } = tools
  const { db, clock } = services
  tools.onStep('claimed')
  const message = await findRow(db, 'messages', due.shopId, due.id)
  if (message?.state !== 'waiting') {
    await endClaimed(db, claim)
    return undefined
  }
  const plan = await makePlan(tools, due, message.anyHour)
  if (plan.act === 'rest') await releaseClaim(db, claim, { due_at: plan.until.toISOString() })
  if (plan.act === 'end') await write(services, due, plan.ending, (trx) => endClaimed(trx, claim))
  if (plan.act !== 'send') return undefined
  if (!(await updateContent(services, message, plan.content, claim))) return undefined
  const outgoing = await fillIn(tools, due, plan.content)
  if (due.channel === 'sms' && !(await takeText(services, due.shopId))) {
    const tomorrow = { tries: Math.max(1, claim.tries), due_at: toNextDay(clock()).toISOString() }
    await write(services, due, { error: messageTexts.usedUp }, (trx) => releaseClaim(trx, claim, tomorrow))
    return undefined
  }
  if (clock().getTime() > claim.until.getTime() - sendMs) {
    await releaseClaim(db, claim)
    return undefined
  }
  tools.onStep('handing over')
  const sending = await sender.send(outgoing, AbortSignal.timeout(sendMs))
  tools.onStep('handed over')
  const outcome = await settle(services, sender, due, claim, sending)
  tools.onStep('written')
  return outcome
}

/** Stores what is about to be handed over, so that staff see it; false where the claim no longer holds. */
async function updateContent(services: Services, message: Message, content: Content, { id, messageId }: Claim): Promise<boolean> {
  const changed = Object.entries(content).filter(([name, value]) => message[name as keyof Content] !== value)
  if (changed.length === 0) return true
  return applyTogether(
    services,
    null,
    async ({ trx, apply }) => {
      const job = await trx.selectFrom('message_jobs').select('claim').where('message_id', '=', messageId).executeTakeFirst()
      if (job?.claim !== id) return false
      await apply(message.shopId, [{ action: 'set', collection: 'messages', id: messageId, values: {}, serverValues: Object.fromEntries(changed) }])
      return true
    },
    { origin: 'server', shopIds: [message.shopId] },
  )
}

async function fillIn({ services, makeLink }: MessageTools, due: Due, { to, subject, text }: Content): Promise<Outgoing> {
  const link = [text, subject ?? ''].some((one) => hasPlaceholder(one, 'link')) ? await makeLink?.(due) : undefined
  const fill = (said: string): string => finishPlaceholders(said, { link })
  return { id: due.id, at: services.clock(), to, subject: subject === null ? null : fill(subject), text: fill(text) }
}

async function settle(services: Services, sender: Sender, due: Due, claim: Claim, sending: Sending): Promise<HandedOver> {
  if (sending.outcome === 'taken') {
    // This is certain, whoever else has come to think something else of it meanwhile.
    await write(services, due, toSent(services, sender), async (trx) => {
      await endTries(trx, due.id)
      return true
    })
    return sender.instead === undefined ? 'sent' : 'written'
  }
  services.log.warn({ messageId: due.id, outcome: sending.outcome, reason: sending.reason }, 'a message was not sent')
  const now = services.clock()
  const tries = claim.tries + 1
  const firstTryAt = claim.firstTryAt ?? now.toISOString()
  const next = sending.outcome === 'again' ? findNextTry(now, { tries, firstTryAt: new Date(firstTryAt) }) : undefined
  if (next === undefined) await write(services, due, { state: 'failed', error: toError(sending) }, (trx) => endClaimed(trx, claim))
  else {
    const later = { tries, due_at: next.toISOString(), first_try_at: firstTryAt }
    await write(services, due, { error: sending.reason.slice(0, errorMax) }, (trx) => releaseClaim(trx, claim, later))
  }
  return sending.outcome === 'refused' ? 'refused' : 'failed'
}

const errorMax = 500

function toError({ outcome, reason }: Exclude<Sending, { outcome: 'taken' }>): string {
  const words = { refused: messageTexts.refused, again: messageTexts.givenUp, unknown: messageTexts.maybeSent }[outcome]
  return `${words} (${reason})`.slice(0, errorMax)
}

/**
 * Writes the message and the state of its tries in one transaction. `mayWrite` writes the latter and returns false if
 * another server changed it. A message that no longer waits is only updated if it was sent. The estimate of one that a
 * carrier took is sent with it.
 */
async function write(services: Services, due: Due, values: Ending | { error: string }, mayWrite: (trx: Tx) => Promise<boolean>): Promise<void> {
  await applyTogether(
    services,
    null,
    async ({ trx, at, apply }) => {
      if (!(await mayWrite(trx))) return
      const message = await findRow(trx, 'messages', due.shopId, due.id)
      const isSent = 'state' in values && values.state === 'sent'
      if (message?.state !== 'waiting') await endTries(trx, due.id)
      if (message !== undefined && (isSent || message.state === 'waiting'))
        await apply(due.shopId, [{ action: 'set', collection: 'messages', id: due.id, values: {}, serverValues: { ...values } }])
      if (isSent && values.error === null && due.estimateId !== null) await apply(due.shopId, await toSentOps(trx, due.shopId, due.estimateId, at))
    },
    { origin: 'server', shopIds: [due.shopId] },
  )
}
