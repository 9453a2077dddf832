import { z } from 'zod'
import { instantSchema, uuidSchema } from '../fields.ts'
import { securityEventKinds } from '../rules/access/security-events.ts'

export type { SecurityEventAnswer } from './answers/security-event-answers.ts'

export const securityEventsPageSize = 50

const limitMessage = 'limit must be a whole number from 1 to 5000'

/** `GET /api/security-events`. `after`: id of the previous page's last entry; `user`: the acting or the affected user. */
export const securityEventsQuery = z.object({
  limit: z.coerce.number({ error: limitMessage }).int({ error: limitMessage }).min(1, { error: limitMessage }).max(5000, { error: limitMessage }).default(100),
  after: uuidSchema('after must be the id of an entry of this list').optional(),
  kind: z.enum(securityEventKinds, { error: 'There is no such kind' }).optional(),
  user: uuidSchema('user is not valid').optional(),
  from: instantSchema('from is not a valid date').optional(),
  to: instantSchema('to is not a valid date').optional(),
})

export type SecurityEventsQuery = z.output<typeof securityEventsQuery>
