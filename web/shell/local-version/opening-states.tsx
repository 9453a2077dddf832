import { DatabaseZap } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { reloadToNewest } from '../news/app-update.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { t as shell } from '../shell-texts.ts'
import { t } from '../sync/sync-texts.ts'

/** Shorter waits need no notice. */
const noticeAfterMs = 400

export function BlockedNotice() {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), noticeAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isDue) return null
  return (
    <div className="fixed inset-x-0 top-1/3 z-50 flex justify-center px-4">
      <div role="status" className="w-full max-w-110 rounded-lg border border-line bg-surface p-5 text-center shadow-float">
        <p className="font-semibold">{t.waitingForTab()}</p>
        <p className="mt-1 text-muted">{t.waitingForTabText()}</p>
      </div>
    </div>
  )
}

/** The app is older than the stored data, and leaves it unchanged. */
export function NewerDataPage() {
  usePageTitle(t.newerNeeded())
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
          title={t.newerData()}
          text={t.newerDataText()}
          action={
            <Button variant="primary" busy={isBusy} onClick={reload}>
              {shell.reload()}
            </Button>
          }
        />
      </div>
    </main>
  )
}
