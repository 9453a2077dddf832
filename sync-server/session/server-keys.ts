import { createHmac, randomBytes } from 'node:crypto'
import type { Services } from '../services.ts'

const keyByServices = new WeakMap<Services, Promise<Buffer>>()
const ownKeysByServices = new WeakMap<Services, Map<string, Promise<Buffer>>>()

/** Key that signs known-device cookies. Stored in the database, so that devices stay known after a restart. */
export function readDeviceKey(services: Services): Promise<Buffer> {
  const known = keyByServices.get(services)
  if (known) return known
  const reading = readOrMakeKey(services, 'device').catch((error: unknown) => {
    // A full disk must not block sign-in; this key is lost on restart.
    services.log.warn({ err: error }, 'cannot keep the key of known devices')
    return randomBytes(32)
  })
  keyByServices.set(services, reading)
  return reading
}

/**
 * Key for hashes of one-time codes, derived from the operator's secret if set; then a database copy cannot be searched
 * for the million codes. Otherwise it is stored in the database, and a copy reveals recent codes.
 */
export const readOtpKey = (services: Services, serverSecret: string | null): Promise<Buffer> => readOwnKey(services, serverSecret, 'otp', 'one-time codes')

/** Key that seals webhook secrets, derived from the operator's secret if set; then a database copy does not open them. */
export const readWebhookKey = (services: Services, serverSecret: string | null): Promise<Buffer> => readOwnKey(services, serverSecret, 'webhooks', 'webhooks')

function readOwnKey(services: Services, serverSecret: string | null, name: string, purpose: string): Promise<Buffer> {
  if (serverSecret !== null) return Promise.resolve(createHmac('sha256', serverSecret).update(purpose).digest())
  const keys = ownKeysByServices.get(services) ?? new Map<string, Promise<Buffer>>()
  ownKeysByServices.set(services, keys)
  const known = keys.get(name)
  if (known) return known
  const reading = readOrMakeKey(services, name).catch((error: unknown) => {
    // Let the next use retry: data made with another key would be unusable elsewhere.
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
