import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** A form for a row that is not there: says so instead of an empty form. */
export function MissingRow({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog open size="sm" title={text} onCloseRequest={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p>It may have been deleted, or it has not reached this device yet.</p>
    </Dialog>
  )
}
