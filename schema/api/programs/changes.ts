import { z } from 'zod'
import { answerId } from '../../answer-shape.ts'
import { collectionNames } from '../../collections/index.ts'
import { changedRowAnswers } from '../answers/row-answers.ts'

export const changesMax = 1_000

const afterText = 'after must be a whole number from 0'
const limitText = `limit must be a whole number from 1 to ${changesMax}`

/** `after`: that of the answer before; nothing for the beginning. */
export const changesQuery = z.object({
  after: z.coerce.number({ error: afterText }).int({ error: afterText }).min(0, { error: afterText }).default(0),
  limit: z.coerce.number({ error: limitText }).int({ error: limitText }).min(1, { error: limitText }).max(changesMax, { error: limitText }).default(changesMax),
})

/** What is told of a row that is gone. */
export const goneRowAnswer = z.strictObject({ id: answerId(), _deleted: z.literal(true) }).meta({ id: 'GoneRow' })

export type GoneRow = z.infer<typeof goneRowAnswer>

const changeAnswer = z
  .strictObject({
    /** Place in the feed of the shop. */
    seq: z.int(),
    collection: z.enum(collectionNames),
    row: z.union([goneRowAnswer, ...changedRowAnswers]),
  })
  .meta({ id: 'Change' })

/** HOOK-02. */
export const changesAnswer = z.strictObject({
  /** Another one than before: the database was put back to a former state, and what was read is to be read again from 0. */
  epoch: answerId(),
  changes: z.array(changeAnswer),
  /** Of the next call. */
  after: z.int().min(0),
  /** Whether there is more at once. */
  more: z.boolean(),
})

export type ChangesAnswer = z.infer<typeof changesAnswer>
