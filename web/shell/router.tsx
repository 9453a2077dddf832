import { useContext, useEffect, useRef, useState } from 'react'
import { RequireSession } from '#web/shell/guards.tsx'
import { LoginPage } from '#web/session/login-page.tsx'
import { SessionContext, useAuth } from '#web/session/session.ts'
import { useLocation } from '#web/navigation/navigate.ts'
import { PageSpinner } from '#web/ui/layout/spinner.tsx'
import { CrashBoundary } from './crash-page.tsx'
import { HandOver, ResolvePublicShop, ShopPublicPage } from './hand-over.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import type { openAtSignIn, SignedIn } from './signed-in.tsx'
import { isShopIdShaped, loginPath, parseDashboardPath, pathToSettings } from '../navigation/paths.ts'

// Everything behind the sign-in is fetched after it: the sign-in page carries neither the local database nor the screens.
let signedIn: { SignedIn: typeof SignedIn; openAtSignIn: typeof openAtSignIn } | undefined
const loadSignedIn = async () => (signedIn ??= await import('./signed-in.tsx'))

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
    if (parsed.kind === 'ticket' && status === 'signed-out') return <ShopPublicPage shopPart={parsed.shopPart} />
    // For a signed-out visitor one segment is always the public page; a shop's id leads to its code (AMB-14).
    if (parsed.kind === 'segment' && status === 'signed-out') return isShopIdShaped(parsed.shopPart) ? <ResolvePublicShop /> : <HandOver />
  }
  return (
    <RequireSession>
      <BehindSignIn />
    </RequireSession>
  )
}

/** Not a Suspense: React keeps what stands in for its child for 300 ms, also where the child is here at once. */
function BehindSignIn() {
  const [loaded, setLoaded] = useState(() => ({ module: signedIn, failure: undefined as { error: unknown } | undefined }))
  const { module, failure } = loaded
  useEffect(() => {
    if (module !== undefined) return
    loadSignedIn().then(
      (here) => setLoaded({ module: here, failure: undefined }),
      (error: unknown) => setLoaded({ module: undefined, failure: { error } }),
    )
  }, [module])
  if (failure !== undefined) throw failure.error
  return module === undefined ? <PageSpinner /> : <module.SignedIn />
}
