import { z } from 'zod'
import { choice } from '../../choice-fields.ts'
import { defineCollection, type DocumentOf } from '../../collection.ts'
import { jsonList, optionalJson } from '../../composed-fields.ts'
import { amount, amountSchema, instantSchema, optionalInstant, optionalReference, text } from '../../fields.ts'
import { signedAmount } from '../../line-fields.ts'
import { tillMethods, tillMovesMax, tillStates } from '../../values/payments/till-methods.ts'

const floatMessages = { required: 'Float is required', invalid: 'Float must be a valid positive number' }
const counted = amountSchema('Counted amount is required', 'Counted amount must be a valid positive number', 0)
const moved = signedAmount('Amount', { required: 'Amount is required', invalid: 'Amount must be a valid number' })
const reason = text('Reason', { required: 'Reason is required', max: 200 })

const answeredMove = z.strictObject({ at: z.iso.datetime(), amount: z.number(), reason: z.string() }).meta({ id: 'TillMove' })
const answeredAmounts = z.partialRecord(z.enum(tillMethods), z.number()).meta({ id: 'TillAmounts' })

/** A till from its opening to its closing, which is for good. What should be in it: `schema/rules/money/till.ts`. */
export const tillDays = defineCollection({
  name: 'till_days',
  fields: {
    name: text('Name', { required: 'Name is required', max: 100 }),
    openedAt: optionalInstant('Opened'),
    float: {
      ...amount('Float', floatMessages),
      schema: amountSchema(floatMessages.required, floatMessages.invalid, 0),
      optional: true as const,
      initial: 0,
    },
    /** Cash put in or, negative, taken out. Those of two devices add up. */
    moves: {
      ...jsonList('Moves', {
        given: z.strictObject({ at: instantSchema('Time is not valid'), amount: moved.schema, reason: reason.schema }),
        answered: answeredMove,
        max: tillMovesMax,
        tooMany: `A till can have ${tillMovesMax} moves`,
      }),
      merge: 'items' as const,
    },
    /** By method; null until somebody counted. */
    counted: optionalJson('Counted', z.partialRecord(z.enum(tillMethods), counted, 'Counted must be an object of method and amount'), answeredAmounts),
    closedAt: optionalInstant('Closed'),
    state: choice('State', tillStates, 'open'),
    userId: optionalReference('User', 'users', { onParentDelete: { action: 'keep' }, writer: 'server' }),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'nobody' },
  audit: { noun: 'till', titleField: 'name' },
  answeredKeys: ['expected', 'difference'],
})

export type TillDay = DocumentOf<typeof tillDays>
