import type { Webhook, WebhookDelivery } from '#schema/api/programs/webhooks.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { answerToText, wordsByDeliveryState, wordsByEvent, wordsByWebhookState } from './webhook-words.ts'
import { t } from '../messages/settings-messages-texts.ts'

export const webhooksToTable = (webhooks: readonly Webhook[]): CsvTable => ({
  header: [t.hooks.address(), t.csv.events(), t.csv.state(), t.states.waiting(), t.csv.lastSent(), t.csv.answer()],
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
  header: [t.csv.time(), t.csv.event(), t.csv.state(), t.csv.tries(), t.csv.answer()],
  rows: deliveries.map(({ at, event, state, tries, answer }) => [
    at,
    wordsByEvent[event],
    wordsByDeliveryState[state],
    String(tries),
    answer === null ? '' : answerToText(answer),
  ]),
})
