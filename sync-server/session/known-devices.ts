import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Services } from '../services.ts'
import { readDeviceKey } from './server-keys.ts'
import { findSessionOfLogin } from './sessions.ts'
import { loginIdToKey } from '#schema/values/text/login-key.ts'

/** Accounts per device cookie; the least recently signed-in one is dropped first. */
const accountsMax = 8

const partPattern = /^[\w-]{22}$/

type Device = { id: string; marks: string[] }

/** A device cookie: an id, then a signature per account that signed in there, which does not reveal the account. */
function textToDevice(text: string | undefined): Device | undefined {
  const [id, ...marks] = text?.split('.') ?? []
  if (id === undefined || marks.length > accountsMax || ![id, ...marks].every((part) => partPattern.test(part))) return undefined
  return { id, marks }
}

const toMark = (key: Buffer, deviceId: string, loginId: string): string =>
  createHmac('sha256', key)
    .update(`${deviceId}\n${loginIdToKey(loginId)}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other))

type Asker = { loginId: string; deviceText: string | undefined; sessionId: string | undefined }

/** Id of a device that signed in to this account before, known by its cookie or by the session that it still sends. */
export async function findKnownDevice(services: Services, { loginId, deviceText, sessionId }: Asker): Promise<string | undefined> {
  const device = textToDevice(deviceText)
  if (device !== undefined) {
    const mark = toMark(await readDeviceKey(services), device.id, loginId)
    if (device.marks.some((one) => isSame(one, mark))) return device.id
  }
  return sessionId === undefined ? undefined : findSessionOfLogin(services, sessionId, loginId)
}

/** The cookie of a device on which somebody has just signed in. */
export async function noteKnownDevice(services: Services, deviceText: string | undefined, loginId: string): Promise<string> {
  const { id, marks } = textToDevice(deviceText) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
  const mark = toMark(await readDeviceKey(services), id, loginId)
  return [id, mark, ...marks.filter((one) => !isSame(one, mark))].slice(0, accountsMax + 1).join('.')
}
