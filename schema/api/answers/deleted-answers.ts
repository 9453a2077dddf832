import { z } from 'zod'
import { answerId, answerInstant } from '../../answer-shape.ts'
import { collectionNames } from '../../collections/index.ts'
import { restorableCollections } from '../deleted.ts'

/** Rows of one collection that went with a deleted row. */
const wentWithAnswer = z.strictObject({ collection: z.enum(collectionNames), count: z.int().min(1) }).meta({ id: 'WentWith' })

export type WentWith = z.infer<typeof wentWithAnswer>

const restorableAnswer = z.enum(restorableCollections)

const deletedRowAnswer = z
  .strictObject({
    collection: restorableAnswer,
    id: answerId(),
    /** Device, name, description or amount; of a long text its beginning. */
    title: z.string(),
    /** Ticket and customer of an order, phone of a customer, order and note of the rest; in this order, without empty ones. */
    details: z.array(z.string()),
    /** Time of the mutation. */
    deletedAt: answerInstant(),
    /** Name of the person; null when a program did it. */
    deletedBy: z.string().nullable(),
    restorableUntil: answerInstant(),
    wentWith: z.array(wentWithAnswer),
    /** Name of the deletion, for the restore that undoes it and no other; null where it is not known. */
    deletion: answerId().nullable(),
    /** False where the caller worked on the row and may not bring it back. */
    mayRestore: z.boolean(),
    /** The deleted parent that must be restored first. Without a title where the caller may not restore it. */
    needs: z.strictObject({ collection: restorableAnswer, id: answerId(), title: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'DeletedRow' })

export type DeletedRow = z.infer<typeof deletedRowAnswer>

export const deletedAnswer = z.strictObject({
  rows: z.array(deletedRowAnswer),
  /** `before` of the next page; null at the end. */
  next: z.int().nullable(),
})

export type DeletedPage = z.infer<typeof deletedAnswer>
