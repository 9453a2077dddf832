import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t } from '../shell-texts.ts'

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
            {t.update()}
          </Button>
        </>
      }
    >
      <p>{t.updateText()}</p>
    </Dialog>
  )
}
