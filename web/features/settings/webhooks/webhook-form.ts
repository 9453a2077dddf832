import { z } from 'zod'
import { type WebhookEvent, webhookEvents } from '#schema/rules/webhooks/webhook-events.ts'
import { findUrlFault, webhookTexts } from '#schema/rules/webhooks/webhook-url.ts'

/** `events`: names separated by spaces, since drafts compare values. */
export const webhookSchema = z.object({
  url: z.string().superRefine((text, context) => {
    const fault = findUrlFault(text.trim())
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  }),
  events: z.string().refine((text) => textToEvents(text).length > 0, { error: webhookTexts.events }),
})

export type WebhookForm = z.input<typeof webhookSchema>

/** Preselects the most common events. */
export const emptyWebhookForm: Readonly<WebhookForm> = { url: '', events: 'order.created order.status payment.created customer.created estimate.decided' }

export const textToEvents = (text: string): WebhookEvent[] => webhookEvents.filter((event) => text.split(' ').includes(event))

export const toggleEvent = (text: string, event: WebhookEvent, isChosen: boolean): string =>
  webhookEvents.filter((one) => (one === event ? isChosen : textToEvents(text).includes(one))).join(' ')

export const webhookToBody = ({ url, events }: WebhookForm) => ({ url: url.trim(), events: textToEvents(events) })
