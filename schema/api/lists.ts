import { z } from 'zod'
import { uuidSchema } from '../fields.ts'

const listLimitMax = 5_000

const limitMessage = `limit must be a whole number from 1 to ${listLimitMax}`

/** Paging parameters of every list. Without them the answer is the whole list. */
export const listQuery = z.object({
  limit: z
    .string()
    .max(10, { error: limitMessage })
    .regex(/^\d+$/, { error: limitMessage })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= listLimitMax, { error: limitMessage })
    .meta({
      type: 'integer',
      pattern: undefined,
      maxLength: undefined,
      minimum: 1,
      maximum: listLimitMax,
      description: 'At most so many entries; a page with fewer is the last',
    })
    .optional(),
  after: uuidSchema('after must be the id of an entry of this list')
    .meta({ description: 'The id of the last entry that was got; the answer goes on after it' })
    .optional(),
})
