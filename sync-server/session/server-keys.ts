import { createHmac, randomBytes } from 'node:crypto'
import type { Services } from '../services.ts'

const keyByServices = new WeakMap<Services, Promise<Buffer>>()
const ownKeysByServices = new WeakMap<Services, Map<string, Promise<Buffer>>>()

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
export const readOtpKey = (services: Services, serverSecret: string | null): Promise<Buffer> => readOwnKey(services, serverSecret, 'otp', 'one-time codes')

/** Key with which secrets of webhooks are sealed. From the operator's secret, where there is one: then no copy of the database opens them. */
export const readWebhookKey = (services: Services, serverSecret: string | null): Promise<Buffer> => readOwnKey(services, serverSecret, 'webhooks', 'webhooks')

function readOwnKey(services: Services, serverSecret: string | null, name: string, purpose: string): Promise<Buffer> {
  if (serverSecret !== null) return Promise.resolve(createHmac('sha256', serverSecret).update(purpose).digest())
  const keys = ownKeysByServices.get(services) ?? new Map<string, Promise<Buffer>>()
  ownKeysByServices.set(services, keys)
  const known = keys.get(name)
  if (known) return known
  const reading = readOrMakeKey(services, name).catch((error: unknown) => {
    // The next use tries again: what is made with another key would be good nowhere else.
    keys.delete(name)
    throw error
  })
  keys.set(name, reading)
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
