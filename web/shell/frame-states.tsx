import { CloudOff, DatabaseZap } from 'lucide-react'
import { useOfSyncStatus } from '#web/device/react/use-device.ts'
import { AppError } from '#schema/errors.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Frame } from './frame.tsx'
import { TopBarShell } from './top-bar/top-bar.tsx'
import { fetchRowsAgain } from './news/fetch-rows-again.ts'
import { t } from './shell-texts.ts'
import { common } from '#web/language/common-texts.ts'

const skeletonRows = [62, 48, 71, 55, 66, 44, 59, 52]

export function FrameSkeleton() {
  return (
    <div className="flex min-h-dvh flex-col" aria-busy="true">
      <TopBarShell>
        <Skeleton className="w-36" />
      </TopBarShell>
      <main className="flex-1">
        <p role="status" className="sr-only">
          {common.loading()}
        </p>
        <ContentSkeleton />
      </main>
    </div>
  )
}

function ContentSkeleton() {
  return (
    <div aria-hidden="true" className="px-4 py-5">
      <Skeleton className="mb-6 h-6 w-32" />
      {skeletonRows.map((width) => (
        <div key={width} className="flex h-11 items-center gap-6 border-b border-line">
          <Skeleton className="w-24" />
          <div className="flex-1">
            <div style={{ width: `${width}%` }}>
              <Skeleton />
            </div>
          </div>
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  )
}

/** A device that has never been online: shows the frame until the server answers. */
export function WaitForFirstConnection() {
  const state = useOfSyncStatus((status) => status.state)
  return (
    <Frame title={t.loadingTitle()} shop={undefined} tab={undefined}>
      {state === 'offline' ? <EmptyState icon={<CloudOff />} title={t.noDataYet()} text={t.noDataYetText()} /> : <ContentSkeleton />}
    </Frame>
  )
}

/** The local database cannot open: private window, full disk, or blocked storage. */
export function DeviceTrouble({ error, userId }: { error: unknown; userId: string | undefined }) {
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <EmptyState
        isPage
        icon={<DatabaseZap />}
        title={t.cannotStore()}
        text={error instanceof AppError ? error.message : t.cannotStoreText()}
        action={
          <>
            <Button variant="primary" onClick={() => window.location.reload()}>
              {common.tryAgain()}
            </Button>
            {userId !== undefined && <Button onClick={() => fetchRowsAgain(userId)}>{t.loadData()}</Button>}
          </>
        }
      />
    </main>
  )
}
