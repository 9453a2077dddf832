import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SyncPanelBody } from './sync-panel-body.tsx'
import { SyncPanelFoot, SyncPanelHead } from './sync-panel.tsx'
import type { Badge } from './sync-words.ts'
import { t } from './sync-words-texts.ts'

type SyncPanelDialogProps = { open: boolean; badge: Badge; onClose: () => void; onSignIn: () => void; onFile: (file: File) => void }

export function SyncPanelDialog({ open, badge, onClose, onSignIn, onFile }: SyncPanelDialogProps) {
  return (
    <Dialog open={open} onCloseRequest={onClose} title={t.sync()} footer={<SyncPanelFoot />} initialFocus={() => null}>
      <div className="-m-5">
        <SyncPanelHead badge={badge} onSignIn={onSignIn} className="sticky -top-5 z-1" />
        <SyncPanelBody onLeave={onClose} onFile={onFile} />
      </div>
    </Dialog>
  )
}
