import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { WaitingChange } from '#web/db/device-types.ts'
import { useDevice } from '#web/db/provider.tsx'
import { useSyncStatus, useWaitingChanges } from '#web/db/use-device.ts'
import { NeedsAttention } from '#web/features/attention/needs-attention.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { type Badge, changesText } from './sync-words.ts'
import { toClockTime } from './time-words.ts'

/** So many are listed; the count says how many there are. */
const listedChanges = 50

/** What stands behind the badge: refused changes first, then what waits, then the last contact. */
export function SyncPanel({ badge, onClose }: { badge: Badge; onClose: () => void }) {
  const device = useDevice()
  const { lastContact } = useSyncStatus()
  const waiting = useWaitingChanges()
  const [isSyncing, setIsSyncing] = useState(false)
  const syncNow = async (): Promise<void> => {
    setIsSyncing(true)
    try {
      await device.syncNow()
    } finally {
      setIsSyncing(false)
    }
  }
  return (
    <>
      <div className="border-b border-line px-4 py-3">
        <h2 className="font-semibold">{badge.text}</h2>
        <p className="mt-0.5 text-sm text-muted">{badge.detail}</p>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <NeedsAttention onOpenForm={onClose} />
        {waiting.length > 0 && (
          <section aria-label="Waiting to be sent">
            <h3 className="px-4 pt-3 pb-1 text-sm font-semibold text-muted">Waiting to be sent</h3>
            <ul className="pb-2">
              {waiting.slice(0, listedChanges).map((change) => (
                <WaitingItem key={change.mutationId} change={change} />
              ))}
            </ul>
            {waiting.length > listedChanges && <p className="px-4 pb-3 text-sm text-muted">and {changesText(waiting.length - listedChanges)} more</p>}
          </section>
        )}
      </div>
      <div className="flex items-center justify-between gap-3 border-t border-line py-2 pr-2 pl-4">
        <p className="text-sm text-muted">{lastContact === null ? 'No contact yet' : `Last contact ${toClockTime(lastContact)}`}</p>
        <Button busy={isSyncing} onClick={() => void syncNow()}>
          <RefreshCw aria-hidden="true" className={cn(isSyncing && 'animate-spin')} />
          Sync now
        </Button>
      </div>
    </>
  )
}

function WaitingItem({ change }: { change: WaitingChange }) {
  return (
    <li className="flex items-baseline gap-3 px-4 py-1.5">
      <span className="min-w-0 flex-1">{change.summary}</span>
      <span className="shrink-0 text-sm text-muted tabular-nums">since {toClockTime(change.at)}</span>
    </li>
  )
}
