import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { loginPath } from './paths.ts'

const handOverKey = 'mainspring-handed-over'
/** The same address back within this time means that the server has given it to the app: asking again would go round in circles. */
const circleMs = 5_000

/** The public portal is a page of its own, which the server answers: leaves the app for it. */
export function HandOver() {
  const { pathname, search } = useLocation()
  const [isCircle] = useState(() => isBackAgain(pathname))
  useEffect(() => {
    if (!isCircle) leaveFor(pathname + search)
  }, [isCircle, pathname, search])
  return isCircle ? <NotFoundPage /> : <PageSpinner />
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
