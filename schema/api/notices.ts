import { z } from 'zod'
import { answerId, answerInstant, type ShapeOf } from '../answer-shape.ts'
import { uuidSchema } from '../fields.ts'
import type { Json } from '../values/merge.ts'

const jsonAnswer = z.unknown() as unknown as ShapeOf<Json>

const noticeAnswer = z
  .strictObject({
    id: answerId(),
    shopId: answerId(),
    kind: z.string(),
    /** The affected row; it may have been deleted since. */
    collection: z.string(),
    rowId: answerId(),
    /** Facts for the notice's text; see `schema/rules/merge/notices.ts`. */
    params: z.record(z.string(), jsonAnswer),
    createdAt: answerInstant(),
  })
  .meta({ id: 'Notice' })

/** `GET /api/sync/notices`: how others' changes affected the caller's work, newest first. */
export const noticesAnswer = z.strictObject({ notices: z.array(noticeAnswer) })

export const noticesQuery = z.object({
  /** Return only notices newer than this id. */
  after: uuidSchema().optional(),
})

const dismissNoticesMax = 1_000

export const dismissNoticesBody = z.object({ ids: z.array(uuidSchema()).max(dismissNoticesMax) })
