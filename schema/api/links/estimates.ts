import { z } from 'zod'
import { answerInstant } from '../../answer-shape.ts'
import { answeredEstimateLine } from '../../collections/work/estimates.ts'
import { boundedText, uuidSchema } from '../../fields.ts'
import { customerNameMax, estimateLinkTexts } from '../../rules/estimates/estimate-link.ts'
import { estimateStates } from '../../values/estimates/estimate-state.ts'
import { publicPhotoAnswer, publicProfileAnswer, publicShopAnswer, shopColorAnswer } from '../portal.ts'

/** Estimate routes beyond plain rows. The customers' page imports only the types. */

const estimateDecisions = ['approve', 'decline'] as const

export const sentEstimateAnswer = z
  .strictObject({
    /** The customer's link: absolute if the server knows its public address, else a path. */
    url: z.string(),
  })
  .meta({ id: 'SentEstimate' })
export type SentEstimate = z.infer<typeof sentEstimateAnswer>

/** What the customer sees; never order notes, costs or staff names. */
export const publicEstimateAnswer = z
  .strictObject({
    shop: publicShopAnswer,
    profile: publicProfileAnswer,
    color: shopColorAnswer,
    terms: z.string().nullable(),
    ticket: z.string(),
    itemDetails: z.string(),
    version: z.int().min(1),
    lines: z.array(answeredEstimateLine),
    total: z.number(),
    net: z.number(),
    tax: z.number(),
    note: z.string().nullable(),
    state: z.enum(estimateStates),
    /** Null while the estimate waits for the customer. */
    decision: z.enum(estimateDecisions).nullable(),
    validUntil: answerInstant(),
    decidedAt: answerInstant().nullable(),
    decidedName: z.string().nullable(),
    /** Photos marked for the customer, at `/api/public/estimates/{token}/attachments/{id}/content`. */
    photos: z.array(publicPhotoAnswer),
  })
  .meta({ id: 'PublicEstimate' })
export type PublicEstimate = z.infer<typeof publicEstimateAnswer>

export const estimateDecisionBody = z.object({
  decision: z.enum(estimateDecisions, { error: estimateLinkTexts.decision }),
  name: boundedText(estimateLinkTexts.nameNeeded, customerNameMax, `A name can have ${customerNameMax} characters`)
    .trim()
    .min(1, { error: estimateLinkTexts.nameNeeded }),
  /** Idempotency key: a repeated request gets the first answer. */
  press: uuidSchema('press is not valid').optional(),
})
export type EstimateDecisionBody = z.input<typeof estimateDecisionBody>
export type EstimateDecision = z.output<typeof estimateDecisionBody>
