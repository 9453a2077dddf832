import { useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { laterPart } from '#web/navigation/later.tsx'
import { endDebugMode } from './debug-mode.ts'

const SyncLogList = laterPart(async () => (await import('./sync-log-list.tsx')).SyncLogList)

/** The live sync log for developers, shown with `?debug` in the address. */
export function SyncLogPanel() {
  const { log } = useDevice().sync
  const [isClosed, setIsClosed] = useState(false)
  if (log === null || isClosed) return null
  const close = (): void => {
    endDebugMode()
    setIsClosed(true)
  }
  return <SyncLogList log={log} onClose={close} />
}
