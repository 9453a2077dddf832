import { useContext, useEffect, useRef, useState, Component, type ReactNode } from 'react'
import { HandOver, RequireSession } from '#web/shell/guards.tsx'
import { LoginPage } from '#web/session/login-page.tsx'
import { SessionContext, useAuth } from '#web/session/session.ts'
import { useLocation } from '#web/navigation/navigate.ts'
import { PageSpinner } from '#web/ui/layout/page-spinner.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import type { openAtSignIn, SignedIn } from './signed-in.tsx'
import { loginPath, parseDashboardPath, pathToSettings } from '../navigation/paths.ts'
import type { AppLocation } from '#web/navigation/browser-history.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { usePageTitle } from '../navigation/page-title.ts'
import { t } from '../session/sign-in-texts.ts'

type CrashBoundaryProps = { place: AppLocation; children: ReactNode }
type CrashState = { place: AppLocation; crash?: { error: unknown } | undefined }

class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { place: this.props.place }

  static getDerivedStateFromError(error: unknown): Partial<CrashState> {
    return { crash: { error } }
  }

  static getDerivedStateFromProps({ place }: CrashBoundaryProps, state: CrashState): CrashState | null {
    return place === state.place ? null : { place, crash: undefined }
  }

  override render() {
    return this.state.crash === undefined ? this.props.children : <CrashPage error={this.state.crash.error} />
  }
}

/** Shown after a render error, or if a part of an older version no longer exists. */
function CrashPage({ error }: { error: unknown }) {
  usePageTitle(t.crashTitle())
  return (
    <main>
      <div role="alert" className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 py-16 text-center">
        <h1 className="text-xl font-semibold">{t.crashHead()}</h1>
        <p className="max-w-prose text-muted">{t.crashText()}</p>
        <Button variant="primary" className="mt-2" onClick={() => window.location.reload()}>
          {t.loadAgain()}
        </Button>
        {error instanceof Error && <p className="mt-4 max-w-prose text-sm break-words text-muted">{error.message}</p>}
      </div>
    </main>
  )
}

// Fetched after the sign-in, so that the sign-in page loads neither the local database nor the screens.
let signedIn: { SignedIn: typeof SignedIn; openAtSignIn: typeof openAtSignIn } | undefined
const loadSignedIn = async () => (signedIn ??= await import('./signed-in.tsx'))

/** /login and unknown addresses are public, the server renders the portal, the rest needs a session. */
export function Pages() {
  const location = useLocation()
  return <CrashBoundary place={location}>{location.pathname.toLowerCase().replace(/\/+$/, '') === loginPath ? <SignIn /> : <Address />}</CrashBoundary>
}

/** Prefetches what follows the sign-in while the user types. */
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
  // The view is determined after the sign-in.
  const parsed = parseDashboardPath(pathname, [])
  if (pathToSettings(pathname) === undefined) {
    if (parsed.kind === 'not-found') return <NotFoundPage />
    if (parsed.kind === 'portal') return <HandOver />
    if (parsed.kind === 'ticket' && status === 'signed-out') return <HandOver path={`/${encodeURIComponent(parsed.shopPart)}`} />
    // For a signed-out visitor one segment is always the public page.
    if (parsed.kind === 'segment' && status === 'signed-out') return <HandOver />
  }
  return (
    <RequireSession>
      <BehindSignIn />
    </RequireSession>
  )
}

/** Not a Suspense: React shows its fallback for 300 ms, even if the child is ready at once. */
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
