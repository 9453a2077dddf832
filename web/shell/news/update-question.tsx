import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t } from '../sync/sync-texts.ts'
import { t as words } from '../sync/sync-words-texts.ts'

export function UpdateQuestion({ open, onClose, onUpdate }: { open: boolean; onClose: () => void; onUpdate: () => void }) {
  return (
    <Dialog
      open={open}
      onCloseRequest={onClose}
      title={t.updateNow()}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t.later()}</Button>
          <Button variant="primary" onClick={onUpdate}>
            {words.update()}
          </Button>
        </>
      }
    >
      <p>{t.updateText()}</p>
    </Dialog>
  )
}
