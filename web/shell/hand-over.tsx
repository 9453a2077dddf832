import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, Navigate } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigate.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PageSpinner } from '#web/ui/layout/page-spinner.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { usePageTitle } from '../navigation/page-title.ts'
import { isShopIdShaped, loginPath } from '../navigation/paths.ts'
import { t } from '../session/sign-in-texts.ts'
import { common } from '#web/language/common-texts.ts'

const handOverKey = 'mainspring-handed-over'
/** Returning to the same address within this time means that the server answered with the app: leaving again would loop. */
const loopMs = 5_000

const askAgainMs = 5_000

/** Leaves the app for the public portal, which the server renders. `path`: its address, if not the current one; `/{shopId}` leads to the shop's code. */
export function HandOver({ path }: { path?: string }) {
  const location = useLocation()
  const pathname = path ?? location.pathname
  const [, first = '', ...more] = pathname.split('/')
  if (isShopIdShaped(first) && more.join('') === '') return <ResolvePublicShop pathname={pathname} />
  return <Leaving pathname={pathname} search={path === undefined ? location.search : ''} />
}

function Leaving({ pathname, search }: { pathname: string; search: string }) {
  // If this shows again after leaving, the server has no such page, or is unreachable although the browser reports a
  // network.
  const [state, setState] = useState<'leaving' | 'asking' | 'missing' | 'unreachable'>(() => {
    if (!navigator.onLine) return 'unreachable'
    return isBackAgain(pathname) ? 'asking' : 'leaving'
  })
  useEffect(() => {
    if (state === 'leaving') leaveFor(pathname + search)
    if (state !== 'asking') return undefined
    const controller = new AbortController()
    void reaches(pathname, controller.signal).then((isReached) => !controller.signal.aborted && setState(isReached ? 'missing' : 'unreachable'))
    return () => controller.abort()
  }, [state, pathname, search])
  if (state === 'missing') return <NotFoundPage />
  return state === 'unreachable' ? <NeedsConnection path={pathname} /> : <PageSpinner />
}

/** Whether the server answers at the address. A plain fetch, because the installed app answers page loads. */
const reaches = (path: string, signal: AbortSignal): Promise<boolean> =>
  fetch(path, { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ status }) => status < 500,
    () => false,
  )

function NeedsConnection({ path }: { path: string }) {
  usePageTitle(t.noConnectionTitle())
  useEffect(() => {
    const controller = new AbortController()
    const look = (): void => {
      if (!document.hidden) void reaches(path, controller.signal).then((isReached) => isReached && window.location.reload())
    }
    window.addEventListener('online', look)
    const asking = setInterval(look, askAgainMs)
    return () => {
      controller.abort()
      window.removeEventListener('online', look)
      clearInterval(asking)
    }
  }, [path])
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <EmptyState
        isPage
        icon={<CloudOff />}
        title={t.needsConnection()}
        text={t.needsConnectionText()}
        action={
          <>
            <Button onClick={() => window.location.reload()}>{common.tryAgain()}</Button>
            <Link to="/" className={buttonClass('secondary')}>
              {t.toDashboard()}
            </Link>
          </>
        }
      />
    </main>
  )
}

/** A signed-out visitor at a shop id's address: the server redirects to the public code. */
function ResolvePublicShop({ pathname }: { pathname: string }) {
  const [target, setTarget] = useState<string | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    // A plain fetch, because the installed app answers page loads of this address.
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
    // Without storage nothing stops a loop, which only a broken setup causes.
  }
  window.location.replace(path)
}

function isBackAgain(path: string): boolean {
  try {
    const { path: lastPath, atMs } = JSON.parse(sessionStorage.getItem(handOverKey) ?? '{}') as { path?: string; atMs?: number }
    return lastPath?.split('?')[0] === path && Date.now() - (atMs ?? 0) < loopMs
  } catch {
    return false
  }
}
