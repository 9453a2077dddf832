import { ScanLine } from 'lucide-react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { openDialog } from '../../navigation/dialogs.ts'
import { t } from '../shell-texts.ts'

const scan = { label: t.scan(), icon: <ScanLine aria-hidden="true" />, open: () => openDialog({ kind: 'scan' }) }

/** Opens the row of a scanned code. On a phone it moves to the user menu to make room for the shop's name. */
export function ScanButton() {
  return <IconButton label={scan.label} icon={scan.icon} className="max-sm:hidden" onClick={scan.open} />
}

export function ScanMenuItem() {
  return (
    <MenuItem icon={scan.icon} className="sm:hidden" onSelect={scan.open}>
      {scan.label}
    </MenuItem>
  )
}
