import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { boundedText, uuidSchema } from '../../fields.ts'
import { customerTextMax, orderLinkTexts } from '../../rules/customers/order-link.ts'
import { publicOrderAnswer, publicProfileAnswer, publicShopAnswer, shopColorAnswer } from '../portal.ts'

export const madeOrderLinkAnswer = z
  .strictObject({
    /** Absolute if the server knows its public address, else a path. */
    url: z.string(),
  })
  .meta({ id: 'MadeOrderLink' })
export type MadeOrderLink = z.infer<typeof madeOrderLinkAnswer>

const linkedMessageAnswer = z
  .strictObject({
    id: answerId(),
    isOwn: z.boolean(),
    text: z.string(),
    at: answerInstant(),
  })
  .meta({ id: 'LinkedMessage' })

export const waysToPayAnswer = z
  .strictObject({
    currency: z.string(),
    amount: z.number(),
    ticket: z.string(),
    /** The shop's payment link with amount and ticket filled in. */
    link: z.string().nullable(),
    /** `qr`: the text of a bank QR (EPC069-12), for euros. */
    transfer: z.strictObject({ name: z.string(), iban: z.string(), bankName: z.string().nullable(), qr: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'WaysToPay' })

export const linkedOrderAnswer = z
  .strictObject({
    shop: publicShopAnswer,
    profile: publicProfileAnswer,
    openingHours: z.string().nullable(),
    color: shopColorAnswer,
    /** Whether the shop's portal, which lists all orders of the customer, is on. */
    customerPortal: z.boolean(),
    order: publicOrderAnswer,
    /** How the balance can be paid without the counter; null where nothing is to pay or the shop shows no prices. */
    pay: waysToPayAnswer.nullable(),
    /** The estimate that waits for the customer's answer; it has a link of its own. */
    estimate: z.strictObject({ total: z.number(), lines: z.int(), validUntil: answerInstant() }).nullable(),
    messages: z.array(linkedMessageAnswer),
  })
  .meta({ id: 'LinkedOrder' })
export type LinkedOrder = z.infer<typeof linkedOrderAnswer>

export const customerTextBody = z.object({
  text: boundedText(orderLinkTexts.textNeeded, customerTextMax, `A message can have ${customerTextMax} characters`)
    .trim()
    .min(1, { error: orderLinkTexts.textNeeded }),
  /** Idempotency key: a repeated request stores the message once. */
  id: uuidSchema('id is not valid').optional(),
})
export type CustomerTextBody = z.input<typeof customerTextBody>
export type CustomerText = z.output<typeof customerTextBody>
