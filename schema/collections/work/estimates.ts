import { z } from 'zod'
import { defineCollection, type DocumentOf } from '../../collection.ts'
import { jsonList, optionalChoice, serverAmount } from '../../composed-fields.ts'
import { choice } from '../../choice-fields.ts'
import { note, optionalInstant, optionalText, reference, serverInteger, text, uuidSchema } from '../../fields.ts'
import { estimateLinesMax } from '../../values/estimates/estimate-lines.ts'
import { estimateDeciders, estimateStates } from '../../values/estimates/estimate-state.ts'
import { optionalPercent, quantity, signedAmount } from '../../line-fields.ts'
import { lineKinds } from '../../values/order-lines/line-kind.ts'
import { findLineIssue } from '../../values/order-lines/line-issues.ts'
import { amountMax } from '../../values/money.ts'

const given = {
  quantity: quantity('Quantity', { required: 'Quantity is required', invalid: 'Quantity must be a positive number with at most three decimals' }),
  unitPrice: signedAmount('Unit price', { required: 'Unit price is required', invalid: 'Unit price must be a valid positive number' }),
  description: text('Description', { required: 'Description is required', max: 1000 }),
  percent: optionalPercent('Percent', { invalid: 'Percent must be 0 to 100 with at most four decimals' }),
}

const optionalId = (message: string) =>
  uuidSchema(message)
    .nullish()
    .transform((id) => id ?? undefined)

const estimateLineShape = z.strictObject({
  kind: z.enum(lineKinds, { error: `Kind must be one of ${lineKinds.join(', ')}` }).default('other'),
  description: given.description.schema,
  quantity: given.quantity.schema,
  unitPrice: given.unitPrice.schema,
  productId: optionalId('Product is not valid'),
  /** The line of the order that it was made from. */
  lineId: optionalId('Line is not valid'),
  taxRateId: optionalId('Tax rate is not valid'),
  percent: given.percent.schema.nullish().transform((value) => value ?? undefined),
  unitCost: z
    .unknown()
    .optional()
    .transform(() => undefined)
    .meta({ type: ['number', 'null'], description: 'Ignored, so that lines of an order may be sent: customers see estimates' }),
})

export const answeredEstimateLine = z
  .strictObject({
    kind: z.enum(lineKinds),
    description: z.string(),
    quantity: z.number(),
    unitPrice: z.number(),
    productId: z.uuid().optional(),
    lineId: z.uuid().optional(),
    taxRateId: z.uuid().optional(),
    percent: z.number().optional(),
  })
  .meta({ id: 'EstimateLine' })

/**
 * The offered price of a repair and the customer's decision. `version` counts per order; 0 on a device until the server
 * assigns it. Sent content never changes: `schema/rules/estimates/`.
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
      // Floating point is good enough for a bound; the stored total is exact.
      check: (lines) =>
        Math.abs(lines.reduce((sum, { quantity: count, unitPrice }) => sum + count * unitPrice, 0)) > amountMax
          ? 'The total is too large'
          : lines.map((line) => findLineIssue({ ...line })?.message).find((message) => message !== undefined),
    }),
    /** With tax; `net` is without it. */
    total: serverAmount('Total'),
    net: serverAmount('Net'),
    tax: serverAmount('Tax'),
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
