import { describe, expect, test } from 'vitest'
import { collectionNames } from '../../collections/index.ts'
import { pauseAfter } from './retries.ts'
import { findWebhookEvent, webhookEvents, type RowChange } from './webhook-events.ts'
import { findUrlFault, webhookTexts } from './webhook-url.ts'

describe('the event of a write (HOOK-01)', () => {
  test.each<[string, Parameters<typeof findWebhookEvent>, string | undefined]>([
    ['a new order', ['orders', { kind: 'created' }], 'order.created'],
    ['other notes', ['orders', { kind: 'updated', before: { orderStatusId: 'a' }, after: { orderStatusId: 'a', orderNotes: 'b' } }], 'order.updated'],
    ['an order with erased traces', ['orders', { kind: 'erased' }], 'order.updated'],
    ['an erased customer', ['customers', { kind: 'erased' }], 'customer.erased'],
    ['a payment that came back', ['payments', { kind: 'restored' }], 'payment.restored'],
    ['a draft of an estimate', ['estimates', { kind: 'created' }], undefined],
    ['other lines of it', ['estimates', { kind: 'updated', before: { state: 'draft' }, after: { state: 'draft' } }], undefined],
    ['an estimate that is sent', ['estimates', { kind: 'updated', before: { state: 'draft' }, after: { state: 'sent' } }], 'estimate.sent'],
    ['an approval', ['estimates', { kind: 'updated', before: { state: 'sent' }, after: { state: 'approved' } }], 'estimate.decided'],
    ['a refusal', ['estimates', { kind: 'updated', before: { state: 'sent' }, after: { state: 'declined' } }], 'estimate.decided'],
    ['an estimate taken back', ['estimates', { kind: 'updated', before: { state: 'sent' }, after: { state: 'withdrawn' } }], 'estimate.withdrawn'],
    ['an entry of the log', ['activities', { kind: 'created' }], undefined],
  ])('of %s', (_, [collection, change], event) => expect(findWebhookEvent(collection, change)?.event).toBe(event))

  test('of a new status says which it was and which it is', () => {
    expect(findWebhookEvent('orders', { kind: 'updated', before: { orderStatusId: 'a' }, after: { orderStatusId: 'b' } })).toEqual({
      event: 'order.status',
      detail: { from: 'a', to: 'b' },
    })
  })

  test('is always one that can be chosen', () => {
    const states = ['draft', 'sent', 'approved', 'declined', 'withdrawn']
    const updates = states.flatMap((before) => states.map((after): RowChange => ({ kind: 'updated', before: { state: before }, after: { state: after } })))
    const changes: RowChange[] = [...(['created', 'deleted', 'restored', 'erased'] as const).map((kind): RowChange => ({ kind })), ...updates]
    const events = collectionNames.flatMap((name) => changes.flatMap((change) => findWebhookEvent(name, change)?.event ?? []))
    expect(events.filter((event) => !webhookEvents.includes(event))).toEqual([])
    expect(webhookEvents.filter((event) => !events.includes(event))).toEqual(['order.status'])
  })
})

describe('the address of a webhook', () => {
  test.each(['https://example.com', 'https://example.com:8443/in?key=1', 'http://localhost:3000/in', 'http://127.0.0.1/', 'http://[::1]:80/'])(
    'may be %s',
    (url) => expect(findUrlFault(url)).toBeUndefined(),
  )
  test.each(['', 'example.com', 'http://example.com', 'ftp://localhost', 'http://localhost.example.com', 'data:text/html,1'])('may not be "%s"', (url) =>
    expect(findUrlFault(url)).toBe(webhookTexts.url),
  )
  test('holds no password', () => expect(findUrlFault('https://ann:secret@example.com')).toBe(webhookTexts.noCredentials))
  test('is not endless', () => expect(findUrlFault(`https://example.com/${'a'.repeat(2_000)}`)).toBe(webhookTexts.tooLong))
})

test('pauses grow, and stay at an hour', () => {
  const pauses = Array.from({ length: 10 }, (_, tries) => pauseAfter(tries + 1))
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  expect([pauses[0], pauses.at(-1)]).toEqual([10_000, 3_600_000])
})
