import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { collectionNames } from '../../collections/index.ts'
import { restorableCollections } from '../deleted.ts'

const wentWithAnswer = z.strictObject({ collection: z.enum(collectionNames), count: z.int().min(1) }).meta({ id: 'WentWith' })

export type WentWith = z.infer<typeof wentWithAnswer>

const restorableAnswer = z.enum(restorableCollections)

const deletedRowAnswer = z
  .strictObject({
    collection: restorableAnswer,
    id: answerId(),
    /** Device, name, description or amount; long texts are truncated. */
    title: z.string(),
    /** Orders: ticket and customer. Customers: phone. Others: order and note. Empty ones are left out. */
    details: z.array(z.string()),
    deletedAt: answerInstant(),
    /** Name of the user; null if a program deleted it. */
    deletedBy: z.string().nullable(),
    restorableUntil: answerInstant(),
    wentWith: z.array(wentWithAnswer),
    /** Id of the deletion that a restore undoes; null if unknown. */
    deletion: answerId().nullable(),
    /** False if the caller may edit but not restore the row. */
    mayRestore: z.boolean(),
    /** The deleted parent to restore first; `title` is null if the caller may not restore it. */
    needs: z.strictObject({ collection: restorableAnswer, id: answerId(), title: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'DeletedRow' })

export type DeletedRow = z.infer<typeof deletedRowAnswer>

export const deletedAnswer = z.strictObject({
  rows: z.array(deletedRowAnswer),
  /** `before` for the next page; null on the last. */
  next: z.int().nullable(),
})

export type DeletedPage = z.infer<typeof deletedAnswer>
