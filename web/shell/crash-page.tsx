import { useRouteError } from 'react-router'
import { Button } from '#web/ui/controls/button.tsx'
import { usePageTitle } from '../navigation/page-title.ts'

/** What a screen that broke, or a part of an older version that is gone, leaves behind: says what is safe and what helps. */
export function CrashPage() {
  const error = useRouteError()
  usePageTitle('Something went wrong')
  return (
    <main>
      <div role="alert" className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 py-16 text-center">
        <h1 className="text-xl font-semibold">This screen stopped working</h1>
        <p className="max-w-prose text-muted">What you saved is safe on this device and is still being sent. Load the page again to go on.</p>
        <Button variant="primary" className="mt-2" onClick={() => window.location.reload()}>
          Load again
        </Button>
        {error instanceof Error && <p className="mt-4 max-w-prose text-sm break-words text-muted">{error.message}</p>}
      </div>
    </main>
  )
}
