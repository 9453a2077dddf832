import { ScanLine } from 'lucide-react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { openDialog } from '../../navigation/dialogs.ts'

/** Opens what a code names (SCAN-01). */
export function ScanButton() {
  return <IconButton label="Scan a code" icon={<ScanLine aria-hidden="true" />} onClick={() => openDialog({ kind: 'scan' })} />
}
