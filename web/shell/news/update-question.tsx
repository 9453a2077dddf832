import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

export function UpdateQuestion({ open, onClose, onUpdate }: { open: boolean; onClose: () => void; onUpdate: () => void }) {
  return (
    <Dialog
      open={open}
      onCloseRequest={onClose}
      title="Update now?"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Later</Button>
          <Button variant="primary" onClick={onUpdate}>
            Update
          </Button>
        </>
      }
    >
      <p>There is text in an open form that is not saved yet. It is kept on this device and offered again after the update.</p>
    </Dialog>
  )
}
