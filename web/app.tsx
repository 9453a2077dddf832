import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForUpdates } from './shell/news/app-update.ts'
import { hasUnsavedText } from './forms/drafts/unsaved.ts'
import { Pages } from './shell/router.tsx'
import { SessionContext } from './session/session.ts'
import { toShownText } from './language/staff-texts.ts'
import { showErrorsBy } from './ui/controls/error-text.ts'
import { Toasts } from './navigation/toasts.tsx'
import { http } from '#web/api/http.ts'
import { createSession } from './session/session-store.ts'
import type { OfflineEntry, Session, SessionChange } from './session/session-types.ts'
import { hasIdentity, readFlag, storedIdentities, writeFlag } from './session/stored-identity.ts'
import { noteWho, watchWakes } from './session/wake-guard.ts'

const pendingLogoutKey = 'mainspring-pending-logout'

/** Interval for counting offline time; closing a page loses less than this. */
const countEveryMs = 10 * 60_000

/** This tab's session. */
function createBrowserSession(): Session {
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
const readEntry = async (): Promise<OfflineEntry> => (await import('./session/browser-offline-entry.ts')).browserOfflineEntry

const lazyEntry: OfflineEntry = {
  countTime: async (userId, limitMs) => (await readEntry()).countTime(userId, limitMs),
  noteConnection: async (userId) => ((await hasIdentity()) ? (await readEntry()).noteConnection(userId) : undefined),
  hasPin: async (userId) => (await readEntry()).hasPin(userId),
  tryPin: async (userId, pin) => (await readEntry()).tryPin(userId, pin),
}

showErrorsBy((message) => toShownText(message))

const session = createBrowserSession()
void session.check()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <SessionContext value={session}>
      <Pages />
    </SessionContext>
    <Toasts />
  </StrictMode>,
)

// Drafts are stored anyway; the question protects against closing the wrong tab.
window.addEventListener('beforeunload', (event) => hasUnsavedText() && event.preventDefault())

if (import.meta.env.PROD) {
  const watch = (): void => void watchForUpdates().catch(() => undefined)
  // After the first paint: the worker's downloads must not compete with it. The app comes behind its texts, which may be after the page's load.
  if (document.readyState === 'complete') watch()
  else window.addEventListener('load', watch)
}
