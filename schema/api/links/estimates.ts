import { z } from 'zod'
import { answerInstant } from '../../answer-shape.ts'
import { answeredEstimateLine } from '../../collections/work/estimates.ts'
import { boundedText, uuidSchema } from '../../fields.ts'
import { customerNameMax, estimateLinkTexts } from '../../rules/estimates/estimate-link.ts'
import { estimateStates } from '../../values/estimates/estimate-state.ts'
import { publicPhotoAnswer, publicProfileAnswer, publicShopAnswer, shopColorAnswer } from '../portal.ts'

/** What is asked and answered about estimates beyond their rows. The customers' page imports the types only. */

/** `POST /api/{shopId}/estimates/{id}/send`. */
export const sentEstimateAnswer = z
  .strictObject({
    /** The customer's link; below the public address of the server where it knows that, else from its root. */
    url: z.string(),
  })
  .meta({ id: 'SentEstimate' })
export type SentEstimate = z.infer<typeof sentEstimateAnswer>

/** What the customer sees, and the shop offers: never notes of the order, costs or names of staff. */
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
    note: z.string().nullable(),
    state: z.enum(estimateStates),
    validUntil: answerInstant(),
    decidedAt: answerInstant().nullable(),
    decidedName: z.string().nullable(),
    /** What staff marked for the customer, at `/api/public/estimates/{token}/attachments/{id}/content`. */
    photos: z.array(publicPhotoAnswer),
  })
  .meta({ id: 'PublicEstimate' })
export type PublicEstimate = z.infer<typeof publicEstimateAnswer>

/** `POST /api/public/estimates/{token}/decision`. */
export const estimateDecisionBody = z.object({
  decision: z.enum(['approve', 'decline'], { error: estimateLinkTexts.decision }),
  name: boundedText(estimateLinkTexts.nameNeeded, customerNameMax, `A name can have ${customerNameMax} characters`)
    .trim()
    .min(1, { error: estimateLinkTexts.nameNeeded }),
  /** The page makes one per answer: sent again after a lost answer, it gets the first one again. */
  press: uuidSchema('press is not valid').optional(),
})
export type EstimateDecisionBody = z.input<typeof estimateDecisionBody>
export type EstimateDecision = z.output<typeof estimateDecisionBody>
