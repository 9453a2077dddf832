import type { Webhook, WebhookDelivery } from '#schema/api/programs/webhooks.ts'
import { type WebhookEvent, webhookEvents } from '#schema/rules/webhooks/webhook-events.ts'
import { t } from '../messages/settings-messages-texts.ts'

export const wordsByEvent: Readonly<Record<WebhookEvent, string>> = {
  'order.created': t.events.order.created(),
  'order.status': t.events.order.status(),
  'order.updated': t.events.order.updated(),
  'order.deleted': t.events.order.deleted(),
  'order.restored': t.events.order.restored(),
  'payment.created': t.events.payment.created(),
  'payment.updated': t.events.payment.updated(),
  'payment.deleted': t.events.payment.deleted(),
  'payment.restored': t.events.payment.restored(),
  'customer.created': t.events.customer.created(),
  'customer.updated': t.events.customer.updated(),
  'customer.deleted': t.events.customer.deleted(),
  'customer.restored': t.events.customer.restored(),
  'customer.erased': t.events.customer.erased(),
  'estimate.sent': t.events.estimate.sent(),
  'estimate.decided': t.events.estimate.decided(),
  'estimate.withdrawn': t.events.estimate.withdrawn(),
}

const groupTitles = [
  ['order.', t.groups.orders()],
  ['payment.', t.groups.payments()],
  ['customer.', t.groups.customers()],
  ['estimate.', t.groups.estimates()],
] as const

export const eventGroups = groupTitles.map(([prefix, title]) => ({ title, events: webhookEvents.filter((event) => event.startsWith(prefix)) }))

/** 'Order created, Payment taken and 3 more'. */
export function eventsToText(events: readonly WebhookEvent[]): string {
  if (events.length === webhookEvents.length) return t.told.everything()
  const words = events.map((event) => wordsByEvent[event])
  return words.length <= 3 ? words.join(', ') : t.told.andMore({ events: words.slice(0, 2).join(', '), count: String(words.length - 2) })
}

/** A status code becomes a sentence; other answers are sentences already. */
export const answerToText = (answer: string): string => (/^\d{3}$/.test(answer) ? t.told.answered({ code: answer }) : answer)

type Told = Pick<Webhook, 'state' | 'waiting' | 'failingSince' | 'pausedAt' | 'nextTryAt' | 'lastSentAt' | 'answer'>

/** The state of a webhook; `toTime` formats an instant. */
export function webhookToText({ state, waiting, failingSince, pausedAt, nextTryAt, lastSentAt, answer }: Told, toTime: (at: string) => string): string {
  if (state === 'paused') return pausedAt === null ? t.told.paused({ waiting }) : t.told.pausedSince({ waiting, since: toTime(pausedAt) })
  if (state === 'failing') {
    const fact = failingSince === null ? t.told.failing({ waiting }) : t.told.failingSince({ waiting, since: toTime(failingSince) })
    const next = nextTryAt === null ? [] : [t.told.nextTry({ at: toTime(nextTryAt) })]
    return [fact, ...(answer === null ? [] : [answerToText(answer)]), ...next].join(' ')
  }
  if (state === 'waiting') return t.told.toBeSent({ waiting })
  return lastSentAt === null ? t.told.nothingSent() : t.told.allSentLast({ at: toTime(lastSentAt) })
}

export const wordsByWebhookState: Readonly<Record<Webhook['state'], string>> = {
  idle: t.states.idle(),
  waiting: t.states.waiting(),
  failing: t.states.failing(),
  paused: t.states.paused(),
}

export const wordsByDeliveryState: Readonly<Record<WebhookDelivery['state'], string>> = {
  waiting: t.states.waiting(),
  delivered: t.states.delivered(),
  failed: t.states.failed(),
}

export function deliveryToText({ state, tries, answer }: Pick<WebhookDelivery, 'state' | 'tries' | 'answer'>): string {
  const often = t.tries.count({ count: tries })
  if (tries === 0) return state === 'waiting' ? t.tries.notYet() : t.tries.withOthers()
  return answer === null ? often : `${often} · ${answerToText(answer)}`
}
