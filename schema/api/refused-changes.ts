import { z } from 'zod'
import { boundedText, instantSchema, uuidSchema } from '../fields.ts'
import { answerId, answerInstant, type ShapeOf } from '../answer-shape.ts'
import type { Json } from '../values/merge.ts'
import { mutationErrorAnswer, userNameAnswer } from './answers/sync-answers.ts'

/** Any value of JSON; a shape that looked through it would say no more. */
const jsonAnswer = z.unknown() as unknown as ShapeOf<Json>
const opTarget = { collection: z.string(), id: answerId() }

/** An op of a refused change, as devices send it. */
const opAnswer = z
  .discriminatedUnion('action', [
    z.strictObject({ action: z.literal('create'), ...opTarget, values: z.record(z.string(), jsonAnswer) }),
    z.strictObject({ action: z.literal('update'), ...opTarget, changes: z.record(z.string(), z.strictObject({ from: jsonAnswer, to: jsonAnswer })) }),
    z.strictObject({ action: z.literal('delete'), ...opTarget }),
    z.strictObject({ action: z.literal('restore'), ...opTarget }),
  ])
  .meta({ id: 'Op' })

const refusedChangeAnswer = z
  .strictObject({
    id: answerId(),
    /** Null for a mutation of no person, or of one who was removed since. */
    user: userNameAnswer.nullable(),
    /** Time of the mutation by the device's clock; null when the change has none. */
    typedAt: answerInstant().nullable(),
    refusedAt: answerInstant(),
    /** The ops of the change, as far as they can be read; never with secrets. */
    ops: z.array(opAnswer),
    /** The JSON text of a change of which not everything can be read as ops. */
    unreadable: z.string().nullable(),
    error: mutationErrorAnswer,
    /** `collection/id` → what people call the row, for rows of this shop that the change names; deleted ones too. */
    titleByRow: z.record(z.string(), z.string()),
  })
  .meta({ id: 'RefusedChange' })

export type RefusedChangeEntry = z.infer<typeof refusedChangeAnswer>

/** Refused changes of a shop, with all that was typed: `GET /api/{shopId}/refused-changes`. */
export const refusedChangesAnswer = z.strictObject({
  /** Newest refusal first. */
  entries: z.array(refusedChangeAnswer),
  /** Cursor of the next page; null on the last one. */
  nextCursor: z.string().nullable(),
})

export type RefusedChangesPage = z.infer<typeof refusedChangesAnswer>

export const refusedChangesPageSize = 50

export type RefusedChangesCursor = { refusedAt: string; id: string }

export const cursorToText = ({ refusedAt, id }: RefusedChangesCursor): string => `${refusedAt}_${id}`

const cursorMessage = 'cursor is not one that this server gave'
const cursorShape = z.object({ refusedAt: instantSchema(cursorMessage), id: uuidSchema(cursorMessage) })

export const refusedChangesQuery = z.object({
  cursor: boundedText(cursorMessage)
    .transform((text): unknown => {
      const [refusedAt, id] = text.split('_')
      return { refusedAt, id }
    })
    .pipe(cursorShape)
    .meta({ maxLength: undefined, description: '`nextCursor` of the page before' })
    .optional(),
})
