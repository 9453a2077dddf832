import { http } from '#web/api/http.ts'
import { createSession } from './session-store.ts'
import type { OfflineEntry, Session, SessionChange } from './session-types.ts'
import { hasIdentity, readFlag, storedIdentities, writeFlag } from './stored-identity.ts'
import { noteWho, watchWakes } from './wake-guard.ts'

const pendingLogoutKey = 'mainspring-pending-logout'

/** Interval for counting offline time; closing a page loses less than this. */
const countEveryMs = 10 * 60_000

/** This tab's session. */
export function createBrowserSession(): Session {
  const channel = new BroadcastChannel('mainspring-session')
  const session = createSession({
    http,
    identities: storedIdentities,
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
  noteConnection: async (userId) => ((await hasIdentity()) ? (await readEntry()).noteConnection(userId) : undefined),
  hasPin: async (userId) => (await readEntry()).hasPin(userId),
  tryPin: async (userId, pin) => (await readEntry()).tryPin(userId, pin),
}
