import { lazy, Suspense, useContext, useRef } from 'react'
import { RequireSession } from '#web/shell/guards.tsx'
import { LoginPage } from '#web/session/login-page.tsx'
import { SessionContext, useAuth } from '#web/session/session.ts'
import { useLocation } from '#web/navigation/navigate.ts'
import { PageSpinner } from '#web/ui/layout/spinner.tsx'
import { CrashBoundary } from './crash-page.tsx'
import { HandOver, ResolvePublicShop } from './hand-over.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { isShopIdShaped, loginPath, parseDashboardPath, pathToSettings } from '../navigation/paths.ts'

// Everything behind the sign-in is fetched after it: the sign-in page carries neither the local database nor the screens.
const loadSignedIn = () => import('./signed-in.tsx')
const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }))

/** The route table: /login and unknown addresses are public, the portal is the server's, the rest needs a session. */
export function Pages() {
  const location = useLocation()
  return <CrashBoundary place={location}>{location.pathname.toLowerCase().replace(/\/+$/, '') === loginPath ? <SignIn /> : <Address />}</CrashBoundary>
}

/** While the person types, what comes after the sign-in is fetched and made ready. */
function SignIn() {
  const session = useContext(SessionContext)
  const isBegun = useRef(false)
  const begin = async (): Promise<void> => {
    if (isBegun.current || session === null) return
    isBegun.current = true
    const { openAtSignIn } = await loadSignedIn()
    openAtSignIn(session)
  }
  return <LoginPage onTyping={() => void begin().catch(() => void (isBegun.current = false))} />
}

function Address() {
  const { pathname } = useLocation()
  const { status } = useAuth()
  // Which view it is, is found out behind the sign-in.
  const parsed = parseDashboardPath(pathname, [])
  if (pathToSettings(pathname) === undefined) {
    if (parsed.kind === 'not-found') return <NotFoundPage />
    if (parsed.kind === 'portal') return <HandOver />
    // For a signed-out visitor one segment is always the public page; a shop's id leads to its code (AMB-14).
    if (parsed.kind === 'segment' && status === 'signed-out') return isShopIdShaped(parsed.shopPart) ? <ResolvePublicShop /> : <HandOver />
  }
  return (
    <RequireSession>
      <Suspense fallback={<PageSpinner />}>
        <SignedIn />
      </Suspense>
    </RequireSession>
  )
}
