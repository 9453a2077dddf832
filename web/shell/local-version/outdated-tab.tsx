import { RefreshCw } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useDevice } from '#web/device/react/provider.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../shell-texts.ts'

/**
 * A newer version in another tab has migrated the data: this tab can store nothing. The page stays readable but takes
 * no input; typed text is kept as a draft.
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
    // A press here must not count as one outside an open dialog, which would ask to close it.
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
    // Everything typed is stored, so the browser need not ask.
    window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
    window.location.reload()
  }
  return (
    // At the bottom it covers buttons that no longer work, and no typed text.
    <div className="pointer-events-auto fixed inset-0 z-100 flex flex-col justify-end">
      <div
        role="alertdialog"
        aria-label={t.updatedElsewhere()}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-accent-soft px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-accent-ink shadow-float"
      >
        <RefreshCw aria-hidden="true" className="size-5 shrink-0" />
        <p className="min-w-0 flex-1">
          <span className="font-semibold">{t.updatedElsewhereHead()}</span> {t.updatedElsewhereText()}
        </p>
        <Button variant="primary" autoFocus onClick={reload}>
          {t.reload()}
        </Button>
      </div>
    </div>
  )
}
