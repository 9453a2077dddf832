import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { boundedText, uuidSchema } from '../../fields.ts'
import { customerTextMax, orderLinkTexts } from '../../rules/customers/order-link.ts'
import { publicOrderAnswer, publicProfileAnswer, publicShopAnswer, shopColorAnswer } from '../portal.ts'

/** `POST /api/{shopId}/orders/{id}/links`. */
export const madeOrderLinkAnswer = z
  .strictObject({
    /** Below the public address of the server where it knows that, else from its root. */
    url: z.string(),
  })
  .meta({ id: 'MadeOrderLink' })
export type MadeOrderLink = z.infer<typeof madeOrderLinkAnswer>

/** What was said between shop and customer, as the customer may see it. */
const linkedMessageAnswer = z
  .strictObject({
    id: answerId(),
    /** The customer wrote it. */
    isOwn: z.boolean(),
    text: z.string(),
    at: answerInstant(),
  })
  .meta({ id: 'LinkedMessage' })

export const linkedOrderAnswer = z
  .strictObject({
    shop: publicShopAnswer,
    profile: publicProfileAnswer,
    openingHours: z.string().nullable(),
    color: shopColorAnswer,
    /** Whether the customer can see all their orders at the shop's page, by a code. */
    customerPortal: z.boolean(),
    order: publicOrderAnswer,
    /** One that waits for the customer's answer, by a link of its own. */
    estimate: z.strictObject({ total: z.number(), lines: z.int(), validUntil: answerInstant() }).nullable(),
    messages: z.array(linkedMessageAnswer),
  })
  .meta({ id: 'LinkedOrder' })
export type LinkedOrder = z.infer<typeof linkedOrderAnswer>

/** `POST /api/public/order-links/{token}/messages`. */
export const customerTextBody = z.object({
  text: boundedText(orderLinkTexts.textNeeded, customerTextMax, `A message can have ${customerTextMax} characters`)
    .trim()
    .min(1, { error: orderLinkTexts.textNeeded }),
  /** The page makes one for each message: sent again after a lost answer, it is there once. */
  id: uuidSchema('id is not valid').optional(),
})
export type CustomerTextBody = z.input<typeof customerTextBody>
export type CustomerText = z.output<typeof customerTextBody>
