import { findNextTry, holdMs, toSendingTime } from '#schema/rules/messages/message-times.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { fillPlaceholders } from '#schema/values/messages/placeholders.ts'
import { findRow } from '../queries/rows/read-rows.ts'
import { findShopProfile } from '../queries/shop-profiles.ts'
import type { Services } from '../services.ts'
import { applyTogether } from '../store/write.ts'
import type { Due } from './find-due.ts'
import type { Sender, Sending } from './senders/sender.ts'

export type MessageTools = {
  services: Services
  /** The address that stands for `{link}` in the message. */
  makeLink: (due: Due) => Promise<string>
}

/** For so long nobody else hands a message over; a sender gives up before. */
const claimMs = 120_000
const sendMs = 40_000

/** What becomes of a message that waits, before anybody hands it over. */
type Plan = { go: true } | { until: Date } | { end: 'cancelled' | 'failed'; error: string } | { end: 'sent' }

/**
 * Takes a message that waits as far as it can go now: to the carrier, to a later time, or to its end (MSG-02). Of several servers one hands
 * it over, and one that a server was handing over when it died is never handed over twice where the carrier does not know repeats.
 */
export async function sendMessage(tools: MessageTools, sender: Sender, due: Due): Promise<'sent' | 'refused' | 'failed' | undefined> {
  const { services } = tools
  const plan = await makePlan(services, sender, due)
  if ('until' in plan) {
    await rest(services, due, plan.until)
    return undefined
  }
  if ('end' in plan) {
    await finish(
      services,
      due,
      plan.end === 'sent' ? { state: 'sent', sentAt: services.clock().toISOString(), error: null } : { state: plan.end, error: plan.error },
    )
    return undefined
  }
  const claim = services.newId()
  if (!(await takeClaim(services, due, claim))) return undefined
  const sending = await handOver(tools, sender, due)
  return settle(services, due, sending)
}

async function makePlan({ db, clock }: Services, sender: Sender, due: Due): Promise<Plan> {
  if (due.claim !== null) {
    const outcome = await sender.findOutcome(due.id)
    if (outcome === 'taken') return { end: 'sent' }
    if (outcome === 'unknown') return { end: 'failed', error: messageTexts.unknownOutcome }
  }
  const order = await findRow(db, 'orders', due.shopId, due.orderId)
  if (order === undefined) return { end: 'cancelled', error: messageTexts.orderGone }
  const customer = await findRow(db, 'customers', due.shopId, order.customerId)
  if (customer === undefined || customer.noMessages) return { end: 'cancelled', error: messageTexts.wantsNone }
  if (due.cause === 'status' && order.orderStatusId !== due.orderStatusId) return { end: 'cancelled', error: messageTexts.statusChanged }
  if (due.anyHour === 1) return { go: true }
  const now = clock()
  const heldUntil = new Date(Date.parse(due.createdAt) + (due.cause === 'status' ? holdMs : 0))
  if (heldUntil > now) return { until: heldUntil }
  const zone = (await findShopProfile(db, due.shopId))?.effectiveTimeZone ?? 'UTC'
  const until = toSendingTime(now, zone)
  return until > now ? { until } : { go: true }
}

/** Not before then; a claim that has run out ends with it. */
async function rest({ db }: Services, due: Due, until: Date): Promise<void> {
  const at = until.toISOString()
  await db
    .insertInto('message_jobs')
    .values({ message_id: due.id, shop_id: due.shopId, due_at: at, tries: due.tries })
    .onConflict((conflict) => conflict.column('message_id').doUpdateSet({ due_at: at, claim: null, claimed_until: null }))
    .execute()
}

/** False where another server has it, or where it waits no more. */
async function takeClaim({ db, clock }: Services, due: Due, claim: string): Promise<boolean> {
  const now = clock()
  const at = now.toISOString()
  const claimed = { claim, claimed_until: new Date(now.getTime() + claimMs).toISOString() }
  const taken = await db
    .insertInto('message_jobs')
    .values({ message_id: due.id, shop_id: due.shopId, due_at: at, tries: 0, first_try_at: at, ...claimed })
    .onConflict((conflict) =>
      conflict
        .column('message_id')
        .doUpdateSet((set) => ({ ...claimed, first_try_at: set.fn.coalesce('message_jobs.first_try_at', set.val(at)) }))
        .where((where) => where.or([where('message_jobs.claim', 'is', null), where('message_jobs.claimed_until', '<=', at)])),
    )
    .returning('message_id')
    .executeTakeFirst()
  if (taken === undefined) return false
  const message = await findRow(db, 'messages', due.shopId, due.id)
  if (message?.state === 'waiting') return true
  await db.deleteFrom('message_jobs').where('message_id', '=', due.id).where('claim', '=', claim).execute()
  return false
}

async function handOver({ services, makeLink }: MessageTools, sender: Sender, due: Due): Promise<Sending> {
  const link = due.text.includes('{link}') || due.subject?.includes('{link}') === true ? await makeLink(due) : ''
  const fill = (text: string): string => fillPlaceholders(text, { link })
  const outgoing = { id: due.id, at: services.clock(), to: due.to, subject: due.subject === null ? null : fill(due.subject), text: fill(due.text) }
  return sender.send(outgoing, AbortSignal.timeout(sendMs))
}

async function settle(services: Services, due: Due, sending: Sending): Promise<'sent' | 'refused' | 'failed'> {
  const now = services.clock()
  if (sending.outcome === 'taken') {
    await finish(services, due, { state: 'sent', sentAt: now.toISOString(), error: null })
    return 'sent'
  }
  const error = toError(sending)
  services.log.warn({ messageId: due.id, outcome: sending.outcome, reason: sending.reason }, 'a message was not sent')
  if (sending.outcome === 'again') {
    const tries = due.tries + 1
    const next = findNextTry(now, { tries, firstTryAt: new Date(due.firstTryAt ?? now) })
    if (next !== undefined) {
      await tryLater(services, due, { tries, next, error: sending.reason })
      return 'failed'
    }
  }
  await finish(services, due, { state: 'failed', error })
  return sending.outcome === 'refused' ? 'refused' : 'failed'
}

const errorMax = 500

function toError({ outcome, reason }: Exclude<Sending, { outcome: 'taken' }>): string {
  const words = { refused: messageTexts.refused, again: messageTexts.givenUp, unknown: messageTexts.maybeSent }[outcome]
  return `${words} (${reason})`.slice(0, errorMax)
}

type Ending = { state: 'sent' | 'failed' | 'cancelled'; error: string | null; sentAt?: string }

/** The outcome as every device learns it, and the end of the tries, in one transaction. */
async function finish(services: Services, due: Due, serverValues: Ending): Promise<void> {
  await writeTogether(services, due, { ...serverValues }, (trx) => trx.deleteFrom('message_jobs').where('message_id', '=', due.id).execute())
}

async function tryLater(services: Services, due: Due, { tries, next, error }: { tries: number; next: Date; error: string }): Promise<void> {
  const job = { tries, due_at: next.toISOString(), claim: null, claimed_until: null }
  await writeTogether(services, due, { error: error.slice(0, errorMax) }, (trx) =>
    trx.updateTable('message_jobs').set(job).where('message_id', '=', due.id).execute(),
  )
}

type Run = Parameters<typeof applyTogether>[2]

async function writeTogether(
  services: Services,
  due: Due,
  serverValues: Record<string, string | null>,
  write: (trx: Parameters<Run>[0]['trx']) => Promise<unknown>,
): Promise<void> {
  await applyTogether(
    services,
    null,
    async ({ trx, apply }) => {
      await write(trx)
      if ((await findRow(trx, 'messages', due.shopId, due.id)) === undefined) return
      await apply(due.shopId, [{ action: 'set', collection: 'messages', id: due.id, values: {}, serverValues }])
    },
    { origin: 'server', shopIds: [due.shopId] },
  )
}
