import { DatabaseZap, RefreshCw } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { OpeningStep } from '#web/device/opening.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { reloadToNewest } from './news/app-update.ts'
import { usePageTitle } from '../navigation/page-title.ts'

/** Shorter waits are over before anybody has read why. */
const noticeAfterMs = 400

/** What keeps the shop's data from showing at once after an update of the app. */
export function OpeningNotice({ step }: { step: OpeningStep }) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), noticeAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isDue) return null
  return (
    <div className="fixed inset-x-0 top-1/3 z-50 flex justify-center px-4">
      <div role="status" className="w-full max-w-110 rounded-lg border border-line bg-surface p-5 text-center shadow-float">
        {step.step === 'blocked' ? (
          <>
            <p className="font-semibold">Waiting for another tab of Mainspring</p>
            <p className="mt-1 text-muted">An older version is still open there. It lets go in a moment; if it does not, close that tab.</p>
          </>
        ) : (
          <>
            <p className="font-semibold">Updating this device's data…</p>
            <p className="mt-1 text-muted">Nothing that waits to be sent is touched.</p>
            <progress className="mt-3 w-full" aria-label="Rows updated" value={step.done} max={step.total} />
          </>
        )}
      </div>
    </div>
  )
}

/** The app went back to an older version than this device has seen: it leaves the data as it is. */
export function NewerDataPage() {
  usePageTitle('Newer version needed')
  const [isBusy, setIsBusy] = useState(false)
  const reload = (): void => {
    setIsBusy(true)
    void reloadToNewest()
  }
  return (
    <main>
      <div role="alert" className="flex min-h-dvh flex-col justify-center">
        <EmptyState
          isPage
          icon={<DatabaseZap />}
          title="This device's data belongs to a newer version. Reload to get it."
          text="Nothing was changed: what you saved, and what waits to be sent, is safe on this device."
          action={
            <Button variant="primary" busy={isBusy} onClick={reload}>
              Reload
            </Button>
          }
        />
      </div>
    </main>
  )
}

/**
 * A newer version in another tab has taken the data over: here nothing more can be stored. The page stays readable, but takes
 * no more typing; what was typed so far is kept as a draft.
 */
export function OutdatedTab() {
  const { outdated } = useDevice()
  const isOutdated = useSyncExternalStore(outdated.subscribe, outdated.get)
  const [own] = useState(() => document.createElement('div'))
  useEffect(() => {
    if (!isOutdated) return
    document.body.append(own)
    const makeOthersInert = (): void => {
      for (const child of document.body.children) if (child !== own) child.toggleAttribute('inert', true)
      // An open dialog hides everything beside it from screen readers.
      own.removeAttribute('aria-hidden')
    }
    makeOthersInert()
    const observer = new MutationObserver(makeOthersInert)
    observer.observe(document.body, { childList: true })
    observer.observe(own, { attributeFilter: ['aria-hidden'] })
    // A press here must not count as one outside of an open dialog, which would ask whether to close it.
    const stopHere = (event: Event): void => event.stopPropagation()
    for (const type of ['pointerdown', 'focusin', 'keydown'] as const) own.addEventListener(type, stopHere)
    return () => {
      observer.disconnect()
      own.remove()
    }
  }, [isOutdated, own])
  return isOutdated ? createPortal(<OutdatedNotice />, own) : null
}

function OutdatedNotice() {
  const reload = (): void => {
    // Everything typed is stored, so the browser need not ask whether to leave.
    window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
    window.location.reload()
  }
  return (
    // At the bottom it covers buttons that no longer work, and nothing that was typed.
    <div className="pointer-events-auto fixed inset-0 z-100 flex flex-col justify-end">
      <div
        role="alertdialog"
        aria-label="Mainspring was updated in another tab"
        className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-accent-soft px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-accent-ink shadow-float"
      >
        <RefreshCw aria-hidden="true" className="size-5 shrink-0" />
        <p className="min-w-0 flex-1">
          <span className="font-semibold">Mainspring was updated in another tab.</span> What you saved is safe, and what you were typing is offered again after
          a reload.
        </p>
        <Button variant="primary" autoFocus onClick={reload}>
          Reload
        </Button>
      </div>
    </div>
  )
}
