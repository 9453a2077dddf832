import { z } from 'zod'
import { uuidSchema } from '../fields.ts'

/** Maximum size of a range of ticket numbers leased to a device for offline use. */
export const leaseMax = 200

const countMessage = `count must be a whole number from 1 to ${leaseMax}`

const deviceIdSchema = z.string({ error: 'deviceId is required' }).min(1).max(100)

export const leaseNumbersBody = z.strictObject({
  deviceId: deviceIdSchema,
  shopId: uuidSchema(),
  count: z.int({ error: countMessage }).min(1, { error: countMessage }).max(leaseMax, { error: countMessage }),
  orFewer: z.boolean().optional().describe('Take a smaller range where one was given back; left out: exactly `count` numbers'),
})

export type LeaseNumbers = z.output<typeof leaseNumbersBody>

const numberRange = z.strictObject({ from: z.int().min(1), to: z.int().min(1) })

/** Both ends inclusive. */
export const leasedNumbersAnswer = numberRange.meta({ id: 'LeasedNumbers' })

export type LeasedNumbers = z.infer<typeof leasedNumbersAnswer>

const shopsMax = 200
const rangesMax = 200

/** Numbers that the device has given to no order and gives to none any more, by shop. */
export const returnNumbersBody = z.strictObject({
  deviceId: deviceIdSchema,
  shops: z.array(z.strictObject({ shopId: uuidSchema(), ranges: z.array(numberRange).max(rangesMax) })).max(shopsMax),
})

export type ReturnNumbers = z.output<typeof returnNumbersBody>

/** `returned`: how many of them were leased to the device and unused; the next leases hold them. */
export const returnedNumbersAnswer = z.strictObject({ returned: z.int().min(0) }).meta({ id: 'ReturnedNumbers' })

export type ReturnedNumbers = z.infer<typeof returnedNumbersAnswer>
