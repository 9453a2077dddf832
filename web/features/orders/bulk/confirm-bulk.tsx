import { restorableDays } from '#schema/rules/merge/restore.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { BulkAct } from './bulk-act.ts'
import { countOrders } from './bulk-words.ts'

/** Of more orders than fit a few pages one asks first, whatever is done to them. */
const askFrom = 1_000

export const needsConfirmation = (act: BulkAct, count: number): boolean => act.kind === 'delete' || count >= askFrom

type ConfirmBulkProps = { act: BulkAct; text: string; count: number; onConfirm: () => void; onClose: () => void }

export function ConfirmBulk({ act, text, count, onConfirm, onClose }: ConfirmBulkProps) {
  const isDelete = act.kind === 'delete'
  return (
    <Dialog
      open
      size="sm"
      title={`${isDelete ? 'Delete' : 'Update'} ${countOrders(count)}?`}
      onCloseRequest={onClose}
      initialFocus={() => document.querySelector<HTMLElement>('[data-bulk-no]')}
      footer={
        <>
          <Button data-bulk-no onClick={onClose}>
            No
          </Button>
          <Button variant={isDelete ? 'danger' : 'primary'} className="ml-auto" onClick={onConfirm}>
            Yes
          </Button>
        </>
      }
    >
      <p>{isDelete ? `All that belongs to them goes along. They can be brought back for ${restorableDays} days from Recently deleted.` : text}</p>
    </Dialog>
  )
}
