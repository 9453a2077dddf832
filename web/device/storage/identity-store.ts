import { Dexie, type EntityTable } from 'dexie'
import { v7 } from 'uuid'
import type { BootstrapShop, SessionUser } from '#schema/api/sync.ts'
import type { Privilege } from '#schema/privileges.ts'
import { toLasting } from './clearing/lasting-database.ts'

/** Who signed in last on this device: opens the app without network, for as long as the shops allow. */
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

/** Puts the name back where the browser removed it under the open app. */
export async function keepDeviceId(deviceId: string): Promise<void> {
  await database.transaction('rw', database.entries, async () => {
    if ((await database.entries.get('deviceId')) === undefined) await database.entries.put({ key: 'deviceId', value: deviceId })
  })
}

/** A name of this browser profile, made once: the server orders the mutations of one device by it. */
export async function readDeviceId(newId: () => string = v7): Promise<string> {
  return database.transaction('rw', database.entries, async () => {
    const entry = await database.entries.get('deviceId')
    if (typeof entry?.value === 'string') return entry.value
    const value = newId()
    await database.entries.put({ key: 'deviceId', value })
    return value
  })
}

/** What this database keeps of one person: read and changed in one step, so that tabs do not undo each other. @returns what is stored then */
export async function updatePersonal<Value>(
  kind: 'offline-age' | 'pin',
  userId: string,
  change: (stored: Value | undefined) => Value | undefined,
): Promise<Value | undefined> {
  const key = `${kind}:${userId}`
  return database.transaction('rw', database.entries, async () => {
    const stored = (await database.entries.get(key))?.value as Value | undefined
    const next = change(stored)
    if (next === undefined) await database.entries.delete(key)
    else if (next !== stored) await database.entries.put({ key, value: next })
    return next
  })
}
