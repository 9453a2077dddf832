import { Layers, type LucideIcon, ShieldCheck, WifiOff } from 'lucide-react'
import { Navigate } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigate.ts'
import { toReturnPath } from '#web/navigation/paths.ts'
import { usePageTitle } from '#web/navigation/page-title.ts'
import { useIsOnline } from '#web/ui/use-is-online.ts'
import { LoginForm } from './login-form.tsx'
import { useAuth } from './session.ts'
import { t } from './sign-in-texts.ts'

const blurbs: readonly { Icon: LucideIcon; title: string; text: string }[] = [
  {
    Icon: WifiOff,
    title: t.worksOffline(),
    text: t.worksOfflineText(),
  },
  { Icon: Layers, title: t.everyDevice(), text: t.everyDeviceText() },
  { Icon: ShieldCheck, title: t.keepsTyped(), text: t.keepsTypedText() },
]

function OfflineNote() {
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="mb-5 flex gap-3 rounded-md bg-warn-soft px-3 py-2 text-warn-ink">
          <WifiOff aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {t.noNetwork()}
        </p>
      )}
    </div>
  )
}

/** The sign-in page. `onTyping`: prefetch the code that follows. A signed-in user is redirected to the requested page, or to /. */
export function LoginPage({ onTyping }: { onTyping?: (() => void) | undefined }) {
  const { status, login } = useAuth()
  const search = new URLSearchParams(useLocation().search)
  usePageTitle(t.signIn())
  if (status === 'signed-in') return <Navigate to={toReturnPath(search.get('next')) ?? '/'} replace />

  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <main className="flex flex-col justify-center px-6 py-10 sm:px-12">
        <div className="mx-auto w-full max-w-96">
          <div className="mb-8 flex items-center gap-3">
            <img src="/icons/icon.svg" alt="" width={40} height={40} className="rounded-md" />
            <p className="text-lg font-semibold">{t.app()}</p>
          </div>
          <h1 className="mb-5 text-xl font-semibold">{t.signIn()}</h1>
          <OfflineNote />
          <div onInput={onTyping}>
            <LoginForm onSignIn={login} />
          </div>
        </div>
      </main>
      <aside aria-label={t.about()} className="flex flex-col justify-center border-line bg-sunken px-6 py-10 max-lg:border-t sm:px-12 lg:border-l lg:px-16">
        <ul className="mx-auto flex w-full max-w-120 flex-col gap-7 lg:mx-0 lg:gap-9">
          {blurbs.map(({ Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 stroke-[1.75] text-accent-ink" />
              <div>
                <h2 className="text-lg font-semibold">{title}</h2>
                <p className="mt-1 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}
