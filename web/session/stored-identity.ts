import { shopsToOfflineRule } from '#schema/rules/access/offline-entry.ts'
import type { SessionDescriptor } from '#web/device/storage/identity-store.ts'
import type { SessionPorts } from './session-types.ts'

/** Set while an identity is stored, so that the sign-in page opens no database for a first visitor. */
const storedIdentityKey = 'mainspring-has-identity'

/** Imported on demand, to keep the sign-in page small. */
const openStore = () => import('#web/device/storage/identity-store.ts')

/**
 * Whether this browser may hold an identity. Browsers, and people in their settings, clear localStorage alone: then the
 * database itself says so.
 */
export async function hasIdentity(): Promise<boolean> {
  if (readFlag(storedIdentityKey)) return true
  const databases = await indexedDB.databases?.().catch(() => [])
  return databases?.some(({ name }) => name === 'mainspring-session') === true
}

export const storedIdentities: SessionPorts['identities'] = {
  async read() {
    if (!(await hasIdentity())) return undefined
    const descriptor = await (await openStore()).readSessionDescriptor()
    if (descriptor === null) return undefined
    writeFlag(storedIdentityKey, true)
    return { user: descriptor.user, privileges: descriptor.privileges, rule: shopsToOfflineRule(descriptor.shops) }
  },
  async save({ user, privileges }) {
    if (!(await hasIdentity())) return
    const { readSessionDescriptor, saveSessionDescriptor } = await openStore()
    const descriptor = await readSessionDescriptor()
    // The first descriptor is written with the first bootstrap, which has the session's end.
    if (descriptor?.user.id === user.id) await saveSessionDescriptor({ ...descriptor, user, privileges })
  },
  async clear() {
    if (!(await hasIdentity())) return
    await (await openStore()).clearSessionDescriptor()
    writeFlag(storedIdentityKey, false)
  },
}

/** Stores the user, privileges and shops last sent by the server, for an offline start. */
export async function storeIdentity(descriptor: SessionDescriptor): Promise<void> {
  await (await openStore()).saveSessionDescriptor(descriptor)
  writeFlag(storedIdentityKey, true)
}

export function readFlag(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function writeFlag(key: string, isSet: boolean): void {
  try {
    if (isSet) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage the flag is lost.
  }
}
