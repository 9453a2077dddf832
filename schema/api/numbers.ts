import { z } from 'zod'
import { uuidSchema } from '../fields.ts'

/** Maximum size of a range of ticket numbers leased to a device for offline use. */

export const leaseMax = 200

const countMessage = `count must be a whole number from 1 to ${leaseMax}`

export const leaseNumbersBody = z.strictObject({
  deviceId: z.string({ error: 'deviceId is required' }).min(1).max(100),
  shopId: uuidSchema(),
  count: z.int({ error: countMessage }).min(1, { error: countMessage }).max(leaseMax, { error: countMessage }),
})

export type LeaseNumbers = z.output<typeof leaseNumbersBody>

/** Both ends inclusive. */
export const leasedNumbersAnswer = z.strictObject({ from: z.int().min(1), to: z.int().min(1) }).meta({ id: 'LeasedNumbers' })

export type LeasedNumbers = z.infer<typeof leasedNumbersAnswer>
