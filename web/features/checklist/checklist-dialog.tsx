import { OrderSigning } from '#web/features/attachments/order-signing.tsx'
import { useRow } from '#web/device/react/use-row.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { checklistCountText, ChecklistBoxes } from './checklist-boxes.tsx'
import { useChecklist } from './use-checklist.ts'

type PrintedPaper = 'device-label' | 'drop-off'

/** The button to focus after each print, so that Enter continues with the next step. */
const nextByPrinted: Readonly<Record<PrintedPaper, string>> = { 'device-label': '[data-print-receipt]', 'drop-off': '[data-done]' }

type ChecklistDialogProps = { shopId: string; orderId: string; printed: PrintedPaper | undefined; onClose: () => void }

/** Opens after a new order. Each tick is saved at once, so closing loses nothing. */
export function ChecklistDialog({ shopId, orderId, printed, onClose }: ChecklistDialogProps) {
  const checklist = useChecklist(shopId, orderId, 'Failed to save selections')
  const order = useRow('orders', orderId)
  const { isClosing, close } = useClosing(onClose)
  const row = order.state === 'ready' ? order.row : undefined
  // Return to this dialog after printing.
  const print = (paper: PrintedPaper): void => openDialog({ kind: 'papers', orderIds: [orderId], paper, back: { kind: 'checklist', orderId, printed: paper } })
  return (
    <Dialog
      open
      size="md"
      title="Drop off Checklist"
      description={row?.itemDetails}
      onCloseRequest={close}
      initialFocus={printed && (() => document.querySelector<HTMLElement>(nextByPrinted[printed]))}
      footer={
        <>
          <span role="status" className="text-sm text-muted tabular-nums">
            {checklistCountText(checklist)}
          </span>
          <span className="ml-auto flex flex-wrap justify-end gap-2">
            {row !== undefined && <OrderSigning shopId={shopId} orderId={orderId} customerId={row.customerId} />}
            <Button onClick={() => print('device-label')}>Print label</Button>
            <Button data-print-receipt onClick={() => print('drop-off')}>
              Print receipt
            </Button>
          </span>
          <Button data-done variant="primary" className="ml-auto min-w-24 max-sm:w-full" onClick={close}>
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
