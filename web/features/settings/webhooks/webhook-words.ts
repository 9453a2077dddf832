import type { Webhook, WebhookDelivery } from '#schema/api/programs/webhooks.ts'
import { type WebhookEvent, webhookEvents } from '#schema/rules/webhooks/webhook-events.ts'

export const wordsByEvent: Readonly<Record<WebhookEvent, string>> = {
  'order.created': 'Order created',
  'order.status': 'Order got another status',
  'order.updated': 'Order changed otherwise',
  'order.deleted': 'Order deleted',
  'order.restored': 'Order brought back',
  'payment.created': 'Payment taken',
  'payment.updated': 'Payment changed',
  'payment.deleted': 'Payment deleted',
  'payment.restored': 'Payment brought back',
  'customer.created': 'Customer created',
  'customer.updated': 'Customer changed',
  'customer.deleted': 'Customer deleted',
  'customer.restored': 'Customer brought back',
  'customer.erased': 'Customer erased for good',
  'estimate.sent': 'Estimate sent',
  'estimate.decided': 'Estimate approved or declined',
  'estimate.withdrawn': 'Estimate withdrawn',
}

const groupTitles = [
  ['order.', 'Orders'],
  ['payment.', 'Payments'],
  ['customer.', 'Customers'],
  ['estimate.', 'Estimates'],
] as const

export const eventGroups = groupTitles.map(([prefix, title]) => ({ title, events: webhookEvents.filter((event) => event.startsWith(prefix)) }))

/** 'Order created, Payment taken and 3 more'. */
export function eventsToText(events: readonly WebhookEvent[]): string {
  if (events.length === webhookEvents.length) return 'Everything'
  const words = events.map((event) => wordsByEvent[event])
  return words.length <= 3 ? words.join(', ') : `${words.slice(0, 2).join(', ')} and ${words.length - 2} more`
}

/** A status code becomes a sentence; other answers are sentences already. */
export const answerToText = (answer: string): string => (/^\d{3}$/.test(answer) ? `The receiver answered ${answer}.` : answer)

type Told = Pick<Webhook, 'state' | 'waiting' | 'failingSince' | 'pausedAt' | 'nextTryAt' | 'lastSentAt' | 'answer'>

/** The state of a webhook; `toTime` formats an instant. */
export function webhookToText({ state, waiting, failingSince, pausedAt, nextTryAt, lastSentAt, answer }: Told, toTime: (at: string) => string): string {
  const events = waiting === 1 ? '1 event waits' : `${waiting} events wait`
  if (state === 'paused') {
    const since = pausedAt === null ? '' : ` since ${toTime(pausedAt)}`
    return `Paused${since}: ${waiting === 0 ? 'nothing waits' : events}. Events wait up to 30 days.`
  }
  if (state === 'failing') {
    const since = failingSince === null ? '' : ` since ${toTime(failingSince)}`
    const next = nextTryAt === null ? '' : ` Next try ${toTime(nextTryAt)}.`
    return `Nothing arrives${since}: ${events}. ${answer === null ? '' : answerToText(answer)}${next}`
  }
  if (state === 'waiting') return `${events} to be sent.`
  return lastSentAt === null ? 'Nothing sent yet.' : `All sent. Last ${toTime(lastSentAt)}.`
}

export const wordsByWebhookState: Readonly<Record<Webhook['state'], string>> = { idle: 'All sent', waiting: 'Waiting', failing: 'Failing', paused: 'Paused' }

export const wordsByDeliveryState: Readonly<Record<WebhookDelivery['state'], string>> = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Given up' }

export function deliveryToText({ state, tries, answer }: Pick<WebhookDelivery, 'state' | 'tries' | 'answer'>): string {
  const often = tries === 1 ? '1 try' : `${tries} tries`
  if (tries === 0) return state === 'waiting' ? 'Not sent yet' : 'Given up with those before it'
  return answer === null ? often : `${often} · ${answerToText(answer)}`
}
