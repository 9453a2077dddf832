import { useRow } from '#web/device/react/use-row.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { checklistCountText, ChecklistBoxes } from './checklist-boxes.tsx'
import { useChecklist } from './use-checklist.ts'

/** Opens after a new order (ORD-21, AMB-68); each tick is saved when it is made, so there is nothing to lose by closing it. */
export function ChecklistDialog({ shopId, orderId, onClose }: { shopId: string; orderId: string; onClose: () => void }) {
  const checklist = useChecklist(shopId, orderId, 'Failed to save selections')
  const order = useRow('orders', orderId)
  const { isClosing, close } = useClosing(onClose)
  const item = order.state === 'ready' ? order.row?.itemDetails : undefined
  // The list is there again when the paper is printed: each tick is stored already.
  const print = (paper: 'device-label' | 'drop-off'): void => openDialog({ kind: 'papers', orderIds: [orderId], paper, back: { kind: 'checklist', orderId } })
  return (
    <Dialog
      open
      size="md"
      title="Drop off Checklist"
      description={item}
      onCloseRequest={close}
      footer={
        <>
          <span role="status" className="text-sm text-muted tabular-nums">
            {checklistCountText(checklist)}
          </span>
          <span className="ml-auto flex gap-2">
            <Button onClick={() => print('device-label')}>Print label</Button>
            <Button onClick={() => print('drop-off')}>Print receipt</Button>
          </span>
          <Button variant="primary" className="min-w-32" onClick={close}>
            Done
          </Button>
        </>
      }
    >
      <ChecklistBoxes checklist={checklist} emptyText="No checklist items available for this shop." />
      <BackGuard isActive isClosing={isClosing} />
    </Dialog>
  )
}
