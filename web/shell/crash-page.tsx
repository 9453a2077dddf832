import { Component, type ReactNode } from 'react'
import type { AppLocation } from '#web/navigation/browser-history.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { usePageTitle } from '../navigation/page-title.ts'

type CrashBoundaryProps = { place: AppLocation; children: ReactNode }
type CrashState = { place: AppLocation; crash?: { error: unknown } | undefined }

/** Shows the page of a crash until the app goes to another place. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
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

/** What a screen that broke, or a part of an older version that is gone, leaves behind: says what is safe and what helps. */
function CrashPage({ error }: { error: unknown }) {
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
