import { Dexie, type EntityTable } from 'dexie'
import { v7 } from 'uuid'
import type { BootstrapShop, SessionUser } from '#schema/api/sync.ts'
import type { Privilege } from '#schema/privileges.ts'
import { toLasting } from './lasting-database.ts'

/** The last signed-in user of this device: opens the app offline for as long as the shops allow. */
export type SessionDescriptor = {
  user: SessionUser
  privileges: Privilege[]
  shops: BootstrapShop[]
}

type Entry = { key: string; value: unknown }

const database = toLasting(new Dexie('mainspring-session') as Dexie & { entries: EntityTable<Entry, 'key'> })
database.version(1).stores({ entries: 'key' })

export async function readSessionDescriptor(): Promise<SessionDescriptor | null> {
  const entry = await database.entries.get('session')
  return (entry?.value as SessionDescriptor | undefined) ?? null
}

export async function saveSessionDescriptor(descriptor: SessionDescriptor): Promise<void> {
  await database.entries.put({ key: 'session', value: descriptor })
}

export async function clearSessionDescriptor(): Promise<void> {
  await database.entries.delete('session')
}

/** Restores the device id if the browser removed it while the app was open. */
export async function keepDeviceId(deviceId: string): Promise<void> {
  await database.transaction('rw', database.entries, async () => {
    if ((await database.entries.get('deviceId')) === undefined) await database.entries.put({ key: 'deviceId', value: deviceId })
  })
}

/** The id of this browser profile, made once: the server orders a device's mutations by it. */
export async function readDeviceId(newId: () => string = v7): Promise<string> {
  return database.transaction('rw', database.entries, async () => {
    const entry = await database.entries.get('deviceId')
    if (typeof entry?.value === 'string') return entry.value
    const value = newId()
    await database.entries.put({ key: 'deviceId', value })
    return value
  })
}

type PersonalKind = 'offline-age' | 'pin'
const toPersonalKey = (kind: PersonalKind, userId: string): string => `${kind}:${userId}`

export const isPersonalStored = async (kind: PersonalKind, userId: string): Promise<boolean> =>
  (await database.entries.where('key').equals(toPersonalKey(kind, userId)).count()) > 0

/** Reads and changes one user's value in one transaction, as other tabs write too. @returns the stored value */
export async function updatePersonal<Value>(
  kind: PersonalKind,
  userId: string,
  change: (stored: Value | undefined) => Value | undefined,
): Promise<Value | undefined> {
  const key = toPersonalKey(kind, userId)
  return database.transaction('rw', database.entries, async () => {
    const stored = (await database.entries.get(key))?.value as Value | undefined
    const next = change(stored)
    if (next === undefined) await database.entries.delete(key)
    else if (next !== stored) await database.entries.put({ key, value: next })
    return next
  })
}
