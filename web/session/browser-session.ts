import { http } from '#web/api/http.ts'
import { createSession, type Session, type SessionChange } from './session-store.ts'

const pendingLogoutKey = 'mainspring-pending-logout'

/** The session of this browser tab. The identity store is fetched when it is needed: the sign-in page stays light. */
export function createBrowserSession(): Session {
  const channel = new BroadcastChannel('mainspring-session')
  const session = createSession({
    http,
    identities: {
      async read() {
        const { readSessionDescriptor } = await import('#web/db/session-store.ts')
        const descriptor = await readSessionDescriptor()
        return descriptor === null ? undefined : { user: descriptor.user, privileges: descriptor.privileges, expiresAt: descriptor.sessionExpiresAt }
      },
      async save({ user, privileges }) {
        const { readSessionDescriptor, saveSessionDescriptor } = await import('#web/db/session-store.ts')
        const descriptor = await readSessionDescriptor()
        // A first descriptor is written with the first bootstrap, which knows the session's end.
        if (descriptor?.user.id === user.id) await saveSessionDescriptor({ ...descriptor, user, privileges })
      },
      async clear() {
        const { clearSessionDescriptor } = await import('#web/db/session-store.ts')
        await clearSessionDescriptor()
      },
    },
    pendingLogout: { get: () => readFlag(), set: writeFlag },
    now: () => new Date(),
    leaveTo: (path) => window.location.replace(path),
    announce: (change) => channel.postMessage(change),
    isOnline: () => navigator.onLine,
  })
  channel.addEventListener('message', (event: MessageEvent<SessionChange>) => session.onOtherTab(event.data))
  window.addEventListener('online', () => void session.onOnline())
  return session
}

function readFlag(): boolean {
  try {
    return localStorage.getItem(pendingLogoutKey) !== null
  } catch {
    return false
  }
}

function writeFlag(isPending: boolean): void {
  try {
    if (isPending) localStorage.setItem(pendingLogoutKey, '1')
    else localStorage.removeItem(pendingLogoutKey)
  } catch {
    // Storage is forbidden or full: then the sign-out holds until the page is closed.
  }
}
