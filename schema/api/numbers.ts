import { z } from 'zod'
import { uuidSchema } from '../fields.ts'

/** Ranges of ticket numbers for orders that a device makes without the server (NUM-03). */

export const leasedAtOnceMax = 200

const countMessage = `Count must be a whole number from 1 to ${leasedAtOnceMax}`

/** `deviceId`: as in a push. */
export const numbersBody = z.strictObject({
  deviceId: z.string({ error: 'Device is required' }).min(1, { error: 'Device is required' }).max(100, { error: 'Device is not valid' }),
  shopId: uuidSchema('Shop is not valid'),
  count: z.int({ error: countMessage }).min(1, { error: countMessage }).max(leasedAtOnceMax, { error: countMessage }),
})

export type NumbersRequest = z.output<typeof numbersBody>

/** Both ends belong to the range. */
export const numbersAnswer = z.strictObject({ from: z.int().min(1), to: z.int().min(1) }).meta({ id: 'TicketNumbers' })

export type NumbersAnswer = z.infer<typeof numbersAnswer>
