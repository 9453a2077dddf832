import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { SyncStatus } from '#web/device/sync/status.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useOfSyncStatus, useSyncStatus } from '#web/device/react/use-device.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { reloadToNewest, useUpdate } from '../news/app-update.ts'
import { sendingToAnnouncement } from './panel-words.ts'
import { type Badge, sendingToText } from './sync-words.ts'
import { useClockTime } from '../../inputs/shop-format.tsx'
import { notBefore, toDistance } from '../../inputs/time/time-words.ts'
import { useTickingNow } from './use-ticking-now.ts'
import { t } from './sync-texts.ts'
import { t as words } from './sync-words-texts.ts'

type PanelHeadProps = { badge: Badge; onSignIn: () => void; className?: string | undefined }

/** The sync state and its remedy, or the upload's progress. Its height is fixed. */
export function SyncPanelHead({ badge, onSignIn, className }: PanelHeadProps) {
  const { sending } = useSyncStatus()
  const { isUpdating } = useUpdate()
  return (
    <div className={cn('bg-surface', className)}>
      <div className="flex min-h-19 items-center gap-3 py-3 pr-3 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold tabular-nums">{badge.text}</h2>
          <p className="mt-0.5 min-h-9 text-sm text-muted tabular-nums">{(badge.kind === 'waiting' && sendingToText(sending)) || badge.detail}</p>
        </div>
        {(badge.kind === 'signed-out' || badge.isForeignServer) && (
          <Button variant="primary" onClick={onSignIn}>
            {words.signIn()}
          </Button>
        )}
        {badge.kind === 'outdated' && (
          <Button variant="primary" busy={isUpdating} onClick={() => void reloadToNewest()}>
            {words.update()}
          </Button>
        )}
      </div>
      <ProgressLine sending={sending} />
    </div>
  )
}

function ProgressLine({ sending }: { sending: SyncStatus['sending'] }) {
  const text = sendingToText(sending)
  return (
    <>
      <div
        className="h-1 border-t border-line bg-surface"
        {...(sending !== null &&
          text !== undefined && {
            role: 'progressbar',
            'aria-label': t.sendingChanges(),
            'aria-valuemin': 0,
            'aria-valuemax': sending.total,
            'aria-valuenow': sending.done,
            'aria-valuetext': text,
          })}
      >
        {sending !== null && text !== undefined && (
          <div className="h-full bg-accent transition-[width]" style={{ width: `${(sending.done / sending.total) * 100}%` }} />
        )}
      </div>
      <span role="status" className="sr-only">
        {sendingToAnnouncement(sending)}
      </span>
    </>
  )
}

export function SyncPanelFoot() {
  const toClockTime = useClockTime()
  const device = useDevice()
  const lastContact = useOfSyncStatus((status) => status.lastContact)
  const now = useTickingNow()
  const [isSyncing, setIsSyncing] = useState(false)
  const [result, setResult] = useState('')
  const syncNow = async (): Promise<void> => {
    setIsSyncing(true)
    setResult('')
    try {
      await device.sync.run()
      setResult(statusToResult(device.sync.status.get()))
    } finally {
      setIsSyncing(false)
    }
  }
  return (
    <div className="flex w-full items-center justify-between gap-3">
      <div className="min-w-0 text-sm text-muted">
        <p role="status">{isSyncing ? t.asking() : result === '' ? t.lastContact() : t.resultLastContact({ result })}</p>
        <p className="tabular-nums">
          {lastContact === null
            ? t.noneYet()
            : t.distanceAndTime({ distance: toDistance(lastContact, notBefore(now, lastContact)), time: toClockTime(lastContact, now) })}
        </p>
      </div>
      <Button busy={isSyncing} onClick={() => void syncNow()}>
        <RefreshCw aria-hidden="true" />
        {t.syncNow()}
      </Button>
    </div>
  )
}

function statusToResult({ state, waiting }: SyncStatus): string {
  if (state === 'offline') return t.resultOffline()
  if (state === 'signed-out') return t.resultSignedOut()
  if (state === 'outdated') return t.resultOutdated()
  if (state === 'starting') return t.resultStarting()
  return waiting > 0 ? t.resultSending() : t.resultSynced()
}
