import { z } from 'zod'
import { answerId } from '../../answer-shape.ts'
import { collectionNames } from '../../collections/index.ts'
import { changedRowAnswers } from '../answers/row-answers.ts'

const changesMax = 1_000

const afterText = 'after must be a whole number from 0'
const limitText = `limit must be a whole number from 1 to ${changesMax}`

/** `after`: that of the previous answer; absent to start from the beginning. */
export const changesQuery = z.object({
  after: z.coerce.number({ error: afterText }).int({ error: afterText }).min(0, { error: afterText }).default(0),
  limit: z.coerce.number({ error: limitText }).int({ error: limitText }).min(1, { error: limitText }).max(changesMax, { error: limitText }).default(changesMax),
})

const goneRowAnswer = z.strictObject({ id: answerId(), _deleted: z.literal(true) }).meta({ id: 'GoneRow' })

export type GoneRow = z.infer<typeof goneRowAnswer>

const changeAnswer = z
  .strictObject({
    /** Position in the shop's feed. */
    seq: z.int(),
    collection: z.enum(collectionNames),
    row: z.union([goneRowAnswer, ...changedRowAnswers]),
  })
  .meta({ id: 'Change' })

export const changesAnswer = z.strictObject({
  /** A changed epoch means that the database was restored to an older state: read again from 0. */
  epoch: answerId(),
  changes: z.array(changeAnswer),
  /** `after` for the next call. */
  after: z.int().min(0),
  more: z.boolean(),
})

export type ChangesAnswer = z.infer<typeof changesAnswer>
