import { Link } from '#web/navigation/link.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { usePageTitle } from '../navigation/page-title.ts'

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="flex flex-1 flex-col items-center justify-center gap-3 px-6 py-16 text-center">
        <h1 className="text-xl font-semibold">404 Page Not Found</h1>
        <p className="text-muted">Did you forget to add the page to the router?</p>
        <Link to="/" className={buttonClass('secondary', 'md', 'mt-3')}>
          Go to the dashboard
        </Link>
      </main>
      <footer className="border-t border-line px-6 py-4 text-center text-sm text-muted">Mainspring, the workbench of the repair shop.</footer>
    </div>
  )
}
