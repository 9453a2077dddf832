import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useOfSyncStatus } from '#web/device/react/use-device.ts'
import { cn } from '#web/ui/cn.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { t } from '../shell-texts.ts'

/** Pulls the current view's changes. On a phone it moves to the user menu to make room for the search. */
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
      label={t.refresh()}
      icon={<RefreshCw aria-hidden="true" className={cn(isBusy && 'animate-spin')} />}
      aria-busy={isBusy || undefined}
      className="max-sm:hidden"
      onClick={() => !isPulling && void refresh()}
    />
  )
}

export function RefreshMenuItem() {
  const device = useDevice()
  return (
    <MenuItem icon={<RefreshCw aria-hidden="true" />} className="sm:hidden" onSelect={() => void device.sync.run()}>
      {t.refresh()}
    </MenuItem>
  )
}
