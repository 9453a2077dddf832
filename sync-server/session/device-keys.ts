import { createECDH } from 'node:crypto'
import type { DeviceKeyAnswer, DeviceKeyOpenAnswer } from '#schema/api/device-keys.ts'
import { AppError } from '#schema/errors.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'

const curve = 'prime256v1'

/** Browsers that forget everything ask for a key each day: the oldest ones end. */
const keysPerPerson = 50

/**
 * Key pair of one user on one device, created on first request. The device gets the public half, for sealing; the
 * private half never leaves the server and depends on no password.
 */
export async function readOrMakeDeviceKey({ db, newId, clock }: Services, userId: string, deviceId: string): Promise<DeviceKeyAnswer> {
  const find = () =>
    db.selectFrom('device_keys').select(['id', 'private_key']).where('user_id', '=', userId).where('device_id', '=', deviceId).executeTakeFirst()
  const known = await find()
  if (known !== undefined) return { id: known.id, publicKey: toPublicKey(known.private_key) }
  const made = createECDH(curve)
  made.generateKeys()
  await db
    .insertInto('device_keys')
    .values({ id: newId(), user_id: userId, device_id: deviceId, private_key: made.getPrivateKey('base64url'), created_at: clock().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await endSurplus(db, userId)
  const stored = await find()
  if (stored === undefined) throw new AppError('INTERNAL', 'The key of the device was not stored.')
  return { id: stored.id, publicKey: toPublicKey(stored.private_key) }
}

async function endSurplus(db: Db, userId: string): Promise<void> {
  const ofPerson = db.selectFrom('device_keys').select('id').where('user_id', '=', userId)
  const surplus = await ofPerson.orderBy('created_at', 'desc').orderBy('id', 'desc').offset(keysPerPerson).limit(keysPerPerson).execute()
  if (surplus.length === 0) return
  const ids = surplus.map(({ id }) => id)
  await db.deleteFrom('device_keys').where('id', 'in', ids).execute()
}

/**
 * Derives the shared secret of a device key and the one-time key of a sealed text.
 * @throws AppError NOT_FOUND for an unknown or foreign key; VALIDATION for an invalid public key
 */
export async function openWithDeviceKey({ reader }: Services, userId: string, id: string, publicKey: string): Promise<DeviceKeyOpenAnswer> {
  const found = await reader.selectFrom('device_keys').select('private_key').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  if (found === undefined) throw new AppError('NOT_FOUND', 'This key is not on the server.')
  try {
    return { shared: toKeyPair(found.private_key).computeSecret(Buffer.from(publicKey, 'base64url')).toString('base64url') }
  } catch {
    throw new AppError('VALIDATION', 'Public key is not one of P-256')
  }
}

function toKeyPair(privateKey: string) {
  const pair = createECDH(curve)
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return pair
}

const toPublicKey = (privateKey: string): string => toKeyPair(privateKey).getPublicKey('base64url')
