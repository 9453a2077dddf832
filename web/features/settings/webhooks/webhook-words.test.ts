import { describe, expect, test } from 'vitest'
import { webhookEvents } from '#schema/rules/webhooks/webhook-events.ts'
import { webhookTexts } from '#schema/rules/webhooks/webhook-url.ts'
import { emptyWebhookForm, textToEvents, toggleEvent, webhookSchema, webhookToBody } from './webhook-form.ts'
import { answerToText, deliveryToText, eventGroups, eventsToText, webhookToText } from './webhook-words.ts'

const told = { state: 'idle', waiting: 0, failingSince: null, pausedAt: null, nextTryAt: null, lastSentAt: null, answer: null } as const
const toTime = (at: string): string => at.slice(11, 16)

describe('the words of webhooks', () => {
  test('every event can be chosen once', () => expect(eventGroups.flatMap(({ events }) => events).toSorted()).toEqual(webhookEvents.toSorted()))

  test.each([
    [['order.created'], 'Order created'],
    [['order.created', 'order.status', 'payment.created'], 'Order created, Order got another status, Payment taken'],
    [webhookEvents.slice(0, 5), 'Order created, Order got another status and 3 more'],
    [webhookEvents, 'Everything'],
  ] as const)('%j is %s', (events, text) => expect(eventsToText(events)).toBe(text))

  test.each([
    [told, 'Nothing sent yet.'],
    [{ ...told, lastSentAt: '2026-03-01T10:00:00.000Z' }, 'All sent. Last 10:00.'],
    [{ ...told, state: 'waiting', waiting: 1 }, '1 event waits to be sent.'],
    [{ ...told, state: 'paused', waiting: 2, pausedAt: '2026-03-01T10:00:00.000Z' }, 'Paused since 10:00: 2 events wait. Events wait up to 30 days.'],
    [{ ...told, state: 'paused', pausedAt: '2026-03-01T10:00:00.000Z' }, 'Paused since 10:00: nothing waits. Events wait up to 30 days.'],
    [
      { ...told, state: 'failing', waiting: 3, failingSince: '2026-03-01T10:00:00.000Z', nextTryAt: '2026-03-01T10:30:00.000Z', answer: '500' },
      'Nothing arrives since 10:00: 3 events wait. The receiver answered 500. Next try 10:30.',
    ],
  ] as const)('%o reads: %s', (webhook, text) => expect(webhookToText(webhook, toTime)).toBe(text))

  test.each([
    [{ state: 'waiting', tries: 0, answer: null }, 'Not sent yet'],
    [{ state: 'failed', tries: 0, answer: '500' }, 'Given up with those before it'],
    [{ state: 'delivered', tries: 1, answer: '200' }, '1 try · The receiver answered 200.'],
    [{ state: 'failed', tries: 9, answer: 'Nobody listens at the address.' }, '9 tries · Nobody listens at the address.'],
  ] as const)('of a delivery %o: %s', (delivery, text) => expect(deliveryToText(delivery)).toBe(text))

  test('an answer in words stays as it is', () =>
    expect(answerToText('The certificate of the server is not valid.')).toBe('The certificate of the server is not valid.'))
})

describe('the form of a webhook', () => {
  test('takes events in their order, once each', () => {
    const text = toggleEvent(toggleEvent('payment.created', 'order.created', true), 'order.created', true)
    expect([text, toggleEvent(text, 'payment.created', false), textToEvents('nothing order.created')]).toEqual([
      'order.created payment.created',
      'order.created',
      ['order.created'],
    ])
  })

  test('sends what was typed without blanks around it', () =>
    expect(webhookToBody({ ...emptyWebhookForm, url: ' https://example.com ' })).toMatchObject({ url: 'https://example.com' }))

  test.each([
    [{ ...emptyWebhookForm, url: 'example.com' }, webhookTexts.url],
    [{ url: 'https://example.com', events: '' }, webhookTexts.events],
  ])('refuses %o', (form, message) => expect(webhookSchema.safeParse(form).error?.issues.map((issue) => issue.message)).toEqual([message]))
})
