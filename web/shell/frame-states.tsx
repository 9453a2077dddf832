import { CloudOff, DatabaseZap } from 'lucide-react'
import { useOfSyncStatus } from '#web/device/react/use-device.ts'
import { AppError } from '#schema/errors.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Frame } from './frame.tsx'
import { TopBarShell } from './top-bar/top-bar.tsx'
import { fetchRowsAgain } from './news/fetch-rows-again.ts'

const skeletonRows = [62, 48, 71, 55, 66, 44, 59, 52]

export function FrameSkeleton() {
  return (
    <div className="flex min-h-dvh flex-col" aria-busy="true">
      <TopBarShell>
        <Skeleton className="w-36" />
      </TopBarShell>
      <main className="flex-1">
        <p role="status" className="sr-only">
          Loading...
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
    <Frame title="Loading" shop={undefined} tab={undefined}>
      {state === 'offline' ? (
        <EmptyState
          icon={<CloudOff />}
          title="This device has no data yet"
          text="It needs a connection once, to fetch your shops. After that it also works without one. It keeps trying by itself."
        />
      ) : (
        <ContentSkeleton />
      )}
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
        title="This browser cannot store the shop's data"
        text={
          error instanceof AppError
            ? error.message
            : 'Its storage may be full, blocked, or in use by an older version in another tab. Nothing that was saved is deleted.'
        }
        action={
          <>
            <Button variant="primary" onClick={() => window.location.reload()}>
              Try again
            </Button>
            {userId !== undefined && <Button onClick={() => fetchRowsAgain(userId)}>Load the data again</Button>}
          </>
        }
      />
    </main>
  )
}
