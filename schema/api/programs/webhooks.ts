import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { collectionNames } from '../../collections/index.ts'
import { webhookEvents } from '../../rules/webhooks/webhook-events.ts'
import { findUrlFault, webhookTexts } from '../../rules/webhooks/webhook-url.ts'

const url = z
  .string({ error: webhookTexts.url })
  .trim()
  .transform((text, context) => {
    const fault = findUrlFault(text)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
    return text
  })
  .meta({ description: 'https, or http to localhost', format: 'uri', maxLength: 2_000 })

const eventName = z.enum(webhookEvents, { error: `An event is one of ${webhookEvents.join(', ')}` })
const events = z
  .array(eventName, { error: webhookTexts.events })
  .min(1, { error: webhookTexts.events })
  .max(100, { error: webhookTexts.events })
  .transform((names) => webhookEvents.filter((name) => names.includes(name)))
  .meta({ description: 'Each once, whatever their order' })

export const webhookCreateBody = z.strictObject({ url, events }).meta({ id: 'WebhookCreate' })
export const webhookUpdateBody = z
  .strictObject({ url: url.optional(), events: events.optional(), paused: z.boolean({ error: webhookTexts.pausedShape }).optional() })
  .meta({ id: 'WebhookUpdate' })

export type WebhookValues = z.output<typeof webhookCreateBody>
export type WebhookChanges = z.output<typeof webhookUpdateBody>

const webhookFields = {
  id: answerId(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdAt: answerInstant(),
  /** `failing`: deliveries fail and are retried at `nextTryAt`. `paused`: nothing is sent. */
  state: z.enum(['idle', 'waiting', 'failing', 'paused']),
  waiting: z.int().min(0),
  failingSince: answerInstant().nullable(),
  pausedAt: answerInstant().nullable(),
  nextTryAt: answerInstant().nullable(),
  lastSentAt: answerInstant().nullable(),
  /** HTTP status of the last attempt, or the error that prevented it. */
  answer: z.string().nullable(),
}

export const webhookAnswer = z.strictObject(webhookFields).meta({ id: 'Webhook' })
export const webhooksAnswer = z.array(webhookAnswer)
/** `secret`: returned only once. */
export const webhookCreatedAnswer = z.strictObject({ ...webhookFields, secret: z.string() }).meta({ id: 'WebhookCreated' })

export type Webhook = z.infer<typeof webhookAnswer>
export type WebhookCreated = z.infer<typeof webhookCreatedAnswer>

export const deliveriesPageSize = 50

export const deliveriesQuery = z.object({
  before: z.coerce
    .number({ error: 'before must be a number' })
    .int({ error: 'before must be a number' })
    .min(1, { error: 'before must be a number' })
    .optional(),
})

export const deliveryAnswer = z
  .strictObject({
    /** Id of the event; repeated deliveries carry the same one. */
    id: answerId(),
    seq: z.int(),
    event: z.enum(webhookEvents),
    collection: z.enum(collectionNames),
    rowId: answerId(),
    at: answerInstant(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    tries: z.int().min(0),
    answer: z.string().nullable(),
    endedAt: answerInstant().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

export type WebhookDelivery = z.infer<typeof deliveryAnswer>

export const deliveriesAnswer = z.strictObject({
  deliveries: z.array(deliveryAnswer),
  /** `before` for the next page; null on the last. */
  next: z.int().nullable(),
})

export type DeliveriesPage = z.infer<typeof deliveriesAnswer>

export const webhookTestAnswer = z.strictObject({ isTaken: z.boolean(), answer: z.string() }).meta({ id: 'WebhookTest' })

export type WebhookTest = z.infer<typeof webhookTestAnswer>
