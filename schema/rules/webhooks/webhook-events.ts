import type { CollectionName } from '../../collections/index.ts'

export const webhookEvents = [
  'order.created',
  'order.status',
  'order.updated',
  'order.deleted',
  'order.restored',
  'payment.created',
  'payment.updated',
  'payment.deleted',
  'payment.restored',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.restored',
  'customer.erased',
  'estimate.sent',
  'estimate.decided',
  'estimate.withdrawn',
] as const

export type WebhookEvent = (typeof webhookEvents)[number]

export const isWebhookEvent = (name: string): name is WebhookEvent => (webhookEvents as readonly string[]).includes(name)

/** `before` and `after`: for updates only. */
export type RowChange =
  | { kind: 'created' | 'deleted' | 'restored' | 'erased' }
  | { kind: 'updated'; before: Readonly<Record<string, unknown>>; after: Readonly<Record<string, unknown>> }

/** An event with details that a later read of the row could not give; the row itself is read at delivery. */
type HappenedEvent = { event: WebhookEvent; detail?: { from: string; to: string } }

const nounByCollection: Partial<Record<CollectionName, 'order' | 'payment' | 'customer'>> = {
  orders: 'order',
  payments: 'payment',
  customers: 'customer',
}

const eventByEstimateState: Readonly<Record<string, WebhookEvent>> = {
  sent: 'estimate.sent',
  approved: 'estimate.decided',
  declined: 'estimate.decided',
  withdrawn: 'estimate.withdrawn',
}

/** The most specific event of a write (a status change is only that); undefined if none is sent. */
export function findWebhookEvent(collection: CollectionName, change: RowChange): HappenedEvent | undefined {
  if (collection === 'estimates') return findEstimateEvent(change)
  const noun = nounByCollection[collection]
  if (noun === undefined) return undefined
  if (change.kind === 'updated' && noun === 'order' && change.before['orderStatusId'] !== change.after['orderStatusId'])
    return { event: 'order.status', detail: { from: String(change.before['orderStatusId']), to: String(change.after['orderStatusId']) } }
  if (change.kind === 'erased') return noun === 'customer' ? { event: 'customer.erased' } : { event: `${noun}.updated` }
  return { event: `${noun}.${change.kind}` }
}

function findEstimateEvent(change: RowChange): HappenedEvent | undefined {
  if (change.kind !== 'updated' || change.before['state'] === change.after['state']) return undefined
  const event = eventByEstimateState[String(change.after['state'])]
  return event === undefined ? undefined : { event }
}
