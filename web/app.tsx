import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForUpdates } from './shell/news/app-update.ts'
import { hasUnsavedText } from './forms/drafts/unsaved.ts'
import { Pages } from './shell/router.tsx'
import { createBrowserSession } from './session/browser-session.ts'
import { SessionContext } from './session/session.ts'
import { toShownText } from './language/shown-text.ts'
import { showErrorsBy } from './ui/controls/error-text.ts'
import { Toasts } from './navigation/toasts.tsx'

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
