import { createHmac, randomBytes } from 'node:crypto'
import type { Services } from '../services.ts'

const keyByServices = new WeakMap<Services, Promise<Buffer>>()
const otpKeyByServices = new WeakMap<Services, Promise<Buffer>>()

/** Key that signs the cookies of known devices, made once per database and stored in it, so that devices stay known after a restart. */
export function readDeviceKey(services: Services): Promise<Buffer> {
  const known = keyByServices.get(services)
  if (known) return known
  const reading = readOrMakeKey(services, 'device').catch((error: unknown) => {
    // A full disk must not keep anybody from signing in; a restart forgets this one.
    services.log.warn({ err: error }, 'cannot keep the key of known devices')
    return randomBytes(32)
  })
  keyByServices.set(services, reading)
  return reading
}

/**
 * Key of the hashes of one-time codes. From the operator's secret, where there is one: then no copy of the database can be searched for
 * its million codes. Otherwise it is made once per database and stored in it, and such a copy gives away the codes of its last minutes.
 */
export function readOtpKey(services: Services, serverSecret: string | null): Promise<Buffer> {
  if (serverSecret !== null) return Promise.resolve(createHmac('sha256', serverSecret).update('one-time codes').digest())
  const known = otpKeyByServices.get(services)
  if (known) return known
  const reading = readOrMakeKey(services, 'otp').catch((error: unknown) => {
    // The next code tries again: one made with another key would be good nowhere else.
    otpKeyByServices.delete(services)
    throw error
  })
  otpKeyByServices.set(services, reading)
  return reading
}

async function readOrMakeKey({ db }: Services, name: string): Promise<Buffer> {
  await db
    .insertInto('server_keys')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db.selectFrom('server_keys').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return Buffer.from(value, 'base64url')
}
