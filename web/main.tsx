import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { watchForUpdates } from './shell/news/app-update.ts'
import { keepStorageNoticeOffConsole } from './device/platform/storage-notice.ts'
import { hasUnsavedText } from './forms/drafts/unsaved.ts'
import { router } from './shell/router.tsx'
import { createBrowserSession } from './session/browser-session.ts'
import { SessionContext } from './session/session.ts'
import { ToastViewport } from './ui/overlays/toast-viewport.tsx'

keepStorageNoticeOffConsole(console)
const session = createBrowserSession()
void session.check()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <SessionContext value={session}>
      {/* A new place is on the screen before the next key or press: in a transition those would still reach the place before. */}
      <RouterProvider router={router} useTransitions={false} />
    </SessionContext>
    <ToastViewport />
  </StrictMode>,
)

// Drafts are kept all the same; this is for the person who closes the wrong tab.
window.addEventListener('beforeunload', (event) => hasUnsavedText() && event.preventDefault())

if (import.meta.env.PROD) {
  // After the first paint: the worker's downloads must not compete with it.
  window.addEventListener('load', () => void watchForUpdates().catch(() => undefined))
}
