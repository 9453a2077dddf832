import { z } from 'zod'
import { defineCollection, type DocumentOf } from '../../collection.ts'
import { jsonList, optionalChoice, serverAmount } from '../../composed-fields.ts'
import { boundedText, choice, note, optionalAmount, optionalInstant, optionalText, reference, serverInteger, text, uuidSchema } from '../../fields.ts'
import { estimateLineKinds, estimateLinesMax, estimateQuantityMax, sumEstimateLines } from '../../values/estimates/estimate-lines.ts'
import { estimateDeciders, estimateStates } from '../../values/estimates/estimate-state.ts'
import { amountMax } from '../../values/money.ts'

const quantityMessage = 'Quantity must be a positive number with at most three decimals'

const quantitySchema = z
  .union(
    [
      z.number(),
      z
        .string()
        .max(255)
        .trim()
        .regex(/^\d*\.?\d+$/)
        .transform(Number),
    ],
    { error: quantityMessage },
  )
  .refine((value) => value > 0 && value <= estimateQuantityMax && Math.abs(Math.round(value * 1000) - value * 1000) < 1e-6 * Math.max(1, value), {
    error: quantityMessage,
  })
  .transform((value) => Math.round(value * 1000) / 1000)
  .meta({ description: 'More than 0, with at most three decimals; a number or its text' })

const unitPriceMessage = 'Unit price must be a valid positive number'

const estimateLineShape = z.strictObject({
  kind: z.enum(estimateLineKinds, { error: `Kind must be one of ${estimateLineKinds.join(', ')}` }).default('other'),
  description: text('Description', { required: 'Description is required', max: 1000 }).schema,
  quantity: quantitySchema,
  unitPrice: optionalAmount('Unit price', { invalid: unitPriceMessage })
    .schema.refine((value) => value !== null, { error: 'Unit price is required' })
    .transform((value) => value ?? 0),
  productId: uuidSchema('Product is not valid')
    .nullish()
    .transform((id) => id ?? undefined),
})

/** As it is answered. */
export const answeredEstimateLine = z
  .strictObject({
    kind: z.enum(estimateLineKinds),
    description: z.string(),
    quantity: z.number(),
    unitPrice: z.number(),
    productId: z.uuid().optional(),
  })
  .meta({ id: 'EstimateLine' })

/**
 * What an order's repair is said to cost, and the customer's word on it (EST-01). `version` counts per order; 0 on a device that does
 * not know it yet. What was sent never changes: `schema/rules/estimates/`.
 */
export const estimates = defineCollection({
  name: 'estimates',
  fields: {
    orderId: {
      ...reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'cascade' } }),
      fixed: 'An estimate stays with its order.',
    },
    version: serverInteger('Version'),
    lines: jsonList('Lines', {
      given: estimateLineShape,
      answered: answeredEstimateLine,
      max: estimateLinesMax,
      tooMany: `An estimate can have ${estimateLinesMax} lines`,
      check: (lines) => (sumEstimateLines(lines) > amountMax ? 'The total is too large' : undefined),
    }),
    total: serverAmount('Total'),
    note: note('Note'),
    state: choice('State', estimateStates, 'draft'),
    validUntil: optionalInstant('Valid until'),
    decidedAt: optionalInstant('Answered'),
    decidedName: optionalText('Answered by', { max: 200 }),
    decidedBy: optionalChoice('Answer given by', estimateDeciders),
    consentNote: optionalText('Consent', { max: 1000 }),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'estimate', titleField: 'total' },
  localIndexes: [['orderId']],
})

export type Estimate = DocumentOf<typeof estimates>
