import { Link } from '#web/navigation/link.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { usePageTitle } from '../navigation/page-title.ts'
import { t } from '../session/sign-in-texts.ts'

export function NotFoundPage() {
  usePageTitle(t.notFoundTitle())
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="flex flex-1 flex-col items-center justify-center gap-3 px-6 py-16 text-center">
        <h1 className="text-xl font-semibold">{t.notFoundHead()}</h1>
        <p className="text-muted">{t.notFoundText()}</p>
        <Link to="/" className={buttonClass('secondary', 'md', 'mt-3')}>
          {t.toDashboard()}
        </Link>
      </main>
      <footer className="border-t border-line px-6 py-4 text-center text-sm text-muted">{t.slogan()}</footer>
    </div>
  )
}
