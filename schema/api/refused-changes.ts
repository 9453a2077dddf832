import { z } from 'zod'
import { boundedText, instantSchema, uuidSchema } from '../fields.ts'
import { answerId, answerInstant, type ShapeOf } from '../answer-shape.ts'
import type { Json } from '../values/merge.ts'
import { mutationErrorAnswer, userNameAnswer } from './answers/sync-answers.ts'

/** Any JSON value, not validated. */
const jsonAnswer = z.unknown() as unknown as ShapeOf<Json>
const opTarget = { collection: z.string(), id: answerId() }

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
    /** Null for a mutation without a user, or of a deleted user. */
    user: userNameAnswer.nullable(),
    /** Time of the mutation by the device's clock; null if unknown. */
    typedAt: answerInstant().nullable(),
    refusedAt: answerInstant(),
    /** The ops that could be parsed, without secrets. */
    ops: z.array(opAnswer),
    /** JSON text of the change, if not all of it could be parsed as ops. */
    unreadable: z.string().nullable(),
    error: mutationErrorAnswer,
    /** Titles by `collection/id`, for rows of this shop that the change refers to, including deleted ones. */
    titleByRow: z.record(z.string(), z.string()),
  })
  .meta({ id: 'RefusedChange' })

export type RefusedChangeEntry = z.infer<typeof refusedChangeAnswer>

export const refusedChangesAnswer = z.strictObject({
  /** Newest first. */
  entries: z.array(refusedChangeAnswer),
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
