import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { usePageTitle } from './page-title.ts'
import { loginPath } from './paths.ts'

const handOverKey = 'mainspring-handed-over'
/** The same address back within this time means that the server has given it to the app: asking again would go round in circles. */
const circleMs = 5_000

/** The public portal is a page of its own, which the server answers: leaves the app for it. */
export function HandOver() {
  const { pathname, search } = useLocation()
  const [stays] = useState(() => !navigator.onLine || isBackAgain(pathname))
  useEffect(() => {
    if (!stays) leaveFor(pathname + search)
  }, [stays, pathname, search])
  if (!stays) return <PageSpinner />
  return navigator.onLine ? <NotFoundPage /> : <NeedsConnection />
}

/** The shell stands in for a page that only the server has, while there is no network to ask it. */
function NeedsConnection() {
  usePageTitle('No connection')
  useEffect(() => {
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <EmptyState
        isPage
        icon={<CloudOff />}
        title="This page needs a connection"
        text="It comes from the server, which cannot be reached now."
        action={
          <>
            <Button onClick={() => window.location.reload()}>Try again</Button>
            <Link to="/" className={buttonClass('secondary')}>
              Go to the dashboard
            </Link>
          </>
        }
      />
    </main>
  )
}

/** The address of a shop's id, asked for by a signed-out visitor: the server knows the public code behind it (AMB-14). */
export function ResolvePublicShop() {
  const { pathname } = useLocation()
  const [target, setTarget] = useState<string | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    // A plain fetch, because a page load of this address is answered by the installed app itself.
    fetch(pathname, { redirect: 'follow', signal: controller.signal })
      .then(({ url }) => {
        const { pathname: answered, origin } = new URL(url)
        setTarget(origin === window.location.origin && answered !== pathname ? answered : loginPath)
      })
      .catch(() => !controller.signal.aborted && setTarget(loginPath))
    return () => controller.abort()
  }, [pathname])
  useEffect(() => {
    if (target !== null && target !== loginPath) leaveFor(target)
  }, [target])
  return target === loginPath ? <Navigate to={loginPath} replace /> : <PageSpinner />
}

function leaveFor(path: string): void {
  try {
    sessionStorage.setItem(handOverKey, JSON.stringify({ path, atMs: Date.now() }))
  } catch {
    // Without storage there is no guard against a circle, which only a broken set-up can cause.
  }
  window.location.replace(path)
}

function isBackAgain(path: string): boolean {
  try {
    const { path: lastPath, atMs } = JSON.parse(sessionStorage.getItem(handOverKey) ?? '{}') as { path?: string; atMs?: number }
    return lastPath?.split('?')[0] === path && Date.now() - (atMs ?? 0) < circleMs
  } catch {
    return false
  }
}
