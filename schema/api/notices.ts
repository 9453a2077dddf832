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
    /** The row that it is about; it may be gone since. */
    collection: z.string(),
    rowId: answerId(),
    /** Facts by kind, which schema/rules/merge/notices.ts puts into words. */
    params: z.record(z.string(), jsonAnswer),
    createdAt: answerInstant(),
  })
  .meta({ id: 'Notice' })

/** Notices about what others did to the caller's work, newest first: `GET /api/sync/notices`. */
export const noticesAnswer = z.strictObject({ notices: z.array(noticeAnswer) })

export const noticesQuery = z.object({
  /** Only those that came after this one. */
  after: uuidSchema().optional(),
})

const dismissNoticesMax = 1_000

export const dismissNoticesBody = z.object({ ids: z.array(uuidSchema()).max(dismissNoticesMax) })
