import type { Webhook, WebhookDelivery } from '#schema/api/programs/webhooks.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { answerToText, wordsByDeliveryState, wordsByEvent, wordsByWebhookState } from './webhook-words.ts'

export const webhooksToTable = (webhooks: readonly Webhook[]): CsvTable => ({
  header: ['Address', 'Events', 'State', 'Waiting', 'Last sent', 'Answer'],
  rows: webhooks.map(({ url, events, state, waiting, lastSentAt, answer }) => [
    url,
    events.map((event) => wordsByEvent[event]).join(', '),
    wordsByWebhookState[state],
    String(waiting),
    lastSentAt ?? '',
    answer === null ? '' : answerToText(answer),
  ]),
})

export const deliveriesToTable = (deliveries: readonly WebhookDelivery[]): CsvTable => ({
  header: ['Time', 'Event', 'State', 'Tries', 'Answer'],
  rows: deliveries.map(({ at, event, state, tries, answer }) => [
    at,
    wordsByEvent[event],
    wordsByDeliveryState[state],
    String(tries),
    answer === null ? '' : answerToText(answer),
  ]),
})
