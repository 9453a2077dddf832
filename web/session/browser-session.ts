import { shopsToOfflineRule } from '#schema/rules/access/offline-entry.ts'
import type { SessionDescriptor } from '#web/device/storage/identity-store.ts'
import { http } from '#web/api/http.ts'
import { createSession } from './session-store.ts'
import type { OfflineEntry, Session, SessionChange } from './session-types.ts'
import { noteWho, watchWakes } from './wake-guard.ts'

const pendingLogoutKey = 'mainspring-pending-logout'
/** Set while an identity is stored, so that the sign-in page opens no database for a first visitor. */
const storedIdentityKey = 'mainspring-has-identity'

/** Interval for counting offline time; closing a page loses less than this. */
const countEveryMs = 10 * 60_000

/** This tab's session. The identity store is imported on demand, to keep the sign-in page small. */
export function createBrowserSession(): Session {
  const channel = new BroadcastChannel('mainspring-session')
  const session = createSession({
    http,
    identities: {
      async read() {
        if (!readFlag(storedIdentityKey)) return undefined
        const { readSessionDescriptor } = await import('#web/device/storage/identity-store.ts')
        const descriptor = await readSessionDescriptor()
        return descriptor === null ? undefined : { user: descriptor.user, privileges: descriptor.privileges, rule: shopsToOfflineRule(descriptor.shops) }
      },
      async save({ user, privileges }) {
        if (!readFlag(storedIdentityKey)) return
        const { readSessionDescriptor, saveSessionDescriptor } = await import('#web/device/storage/identity-store.ts')
        const descriptor = await readSessionDescriptor()
        // The first descriptor is written with the first bootstrap, which has the session's end.
        if (descriptor?.user.id === user.id) await saveSessionDescriptor({ ...descriptor, user, privileges })
      },
      async clear() {
        if (!readFlag(storedIdentityKey)) return
        const { clearSessionDescriptor } = await import('#web/device/storage/identity-store.ts')
        await clearSessionDescriptor()
        writeFlag(storedIdentityKey, false)
      },
    },
    pendingLogout: { get: () => readFlag(pendingLogoutKey), set: (isPending) => writeFlag(pendingLogoutKey, isPending) },
    offlineEntry: lazyEntry,
    leaveTo: (path) => window.location.replace(path),
    announce: (change) => {
      noteWho(change)
      channel.postMessage(change)
    },
    isOnline: () => navigator.onLine,
  })
  channel.addEventListener('message', (event: MessageEvent<SessionChange>) => session.onOtherTab(event.data))
  window.addEventListener('online', () => void session.onOnline())
  setInterval(() => void session.countOfflineTime(), countEveryMs)
  watchWakes(session)
  return session
}

/** Imported on demand, to keep the sign-in page small. */
const readEntry = async (): Promise<OfflineEntry> => (await import('./browser-offline-entry.ts')).browserOfflineEntry

const lazyEntry: OfflineEntry = {
  countTime: async (userId, limitMs) => (await readEntry()).countTime(userId, limitMs),
  noteConnection: async (userId) => (readFlag(storedIdentityKey) ? (await readEntry()).noteConnection(userId) : undefined),
  hasPin: async (userId) => (await readEntry()).hasPin(userId),
  tryPin: async (userId, pin) => (await readEntry()).tryPin(userId, pin),
}

/** Stores the user, privileges and shops last sent by the server, for an offline start. */
export async function storeIdentity(descriptor: SessionDescriptor): Promise<void> {
  const { saveSessionDescriptor } = await import('#web/device/storage/identity-store.ts')
  await saveSessionDescriptor(descriptor)
  writeFlag(storedIdentityKey, true)
}

function readFlag(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function writeFlag(key: string, isSet: boolean): void {
  try {
    if (isSet) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage the flag is lost.
  }
}
