import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { laterView } from '#web/navigation/later.tsx'
import { Navigate } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigate.ts'
import type { Privilege } from '#schema/privileges.ts'
import { loginPath } from '#web/navigation/paths.ts'
import { PageSpinner } from '#web/ui/layout/page-spinner.tsx'
import { useAuth } from '../session/session.ts'
import { t } from '../session/sign-in-texts.ts'

// Most visits need neither.
const LockedPage = laterView(async () => (await import('./session/locked-page.tsx')).LockedPage)
export const HandOver = laterView(async () => (await import('./hand-over.tsx')).HandOver)

/** Requires a session; stores the requested page for after the sign-in. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, lock } = useAuth()
  const { pathname, search } = useLocation()
  if (status === 'loading') return <PageSpinner />
  if (lock !== null) return <LockedPage lock={lock} />
  if (status === 'signed-out') {
    const asked = pathname + search
    return <Navigate to={asked === '/' ? loginPath : `${loginPath}?next=${encodeURIComponent(asked)}`} replace />
  }
  return children
}

export function RequirePrivilege({ privilege, children }: { privilege: Privilege; children: ReactNode }) {
  const { privilegesLoaded, hasPrivilege } = useAuth()
  return (
    <RequireSession>
      {!privilegesLoaded ? <PageSpinner /> : hasPrivilege(privilege) ? children : <AccessDenied text={t.accessDeniedText()} requiredPrivilege={privilege} />}
    </RequireSession>
  )
}

function AccessDenied({ text, requiredPrivilege }: { text: string; requiredPrivilege: Privilege }) {
  return (
    <section role="alert" className="flex flex-col items-center gap-2 px-6 py-16 text-center">
      <Lock aria-hidden="true" className="size-9 stroke-[1.5] text-line-strong" />
      <h1 className="text-lg font-semibold">{t.accessDenied()}</h1>
      <p className="text-muted">{text}</p>
      <p className="text-sm text-muted">{t.privilegeNeeded({ privilege: requiredPrivilege })}</p>
    </section>
  )
}
