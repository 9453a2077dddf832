import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useOfSyncStatus } from '#web/device/react/use-device.ts'
import { cn } from '#web/ui/cn.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'

/** Fetches what is new at the server for the view on the screen (NAV-39, AMB-40). */
export function RefreshButton() {
  const device = useDevice()
  const state = useOfSyncStatus((status) => status.state)
  const [isPulling, setIsPulling] = useState(false)
  const isBusy = isPulling || state === 'syncing'
  const refresh = async (): Promise<void> => {
    setIsPulling(true)
    try {
      await device.sync.run()
    } finally {
      setIsPulling(false)
    }
  }
  return (
    <IconButton
      label="Refresh"
      icon={<RefreshCw aria-hidden="true" className={cn(isBusy && 'animate-spin')} />}
      aria-busy={isBusy || undefined}
      onClick={() => !isPulling && void refresh()}
    />
  )
}
