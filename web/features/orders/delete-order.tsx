import { Trash2 } from 'lucide-react'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { DeletedHint } from '#web/features/deleted/deleted-hint.tsx'
import { prepareDeletion } from '#web/features/deleted/restore-row.ts'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'

type DeleteOrderProps = { shopId: string; orderId: string; isBusy: boolean; onBusyChange: (isBusy: boolean) => void; onDeleted: () => void }

/** Two steps (ORD-42, ORDDLG-28, ORDDLG-29); tasks, payments, costs and ticks go with the order (AMB-75). */
export function DeleteOrder({ shopId, orderId, isBusy, onBusyChange, onDeleted }: DeleteOrderProps) {
  const device = useDevice()

  const deleteOrder = async () => {
    onBusyChange(true)
    const title = (await device.rows.read('orders', orderId).catch(() => undefined))?.itemDetails ?? ''
    const { run, undo } = prepareDeletion(device, shopId, { collection: 'orders', id: orderId, title })
    const outcome = await runAction({
      run,
      success: { title: 'Order deleted', description: 'The order and all associated data have been successfully deleted.', action: undo },
      failure: { title: 'Failed to delete order', description: 'An error occurred while deleting the order.' },
    })
    if (outcome.ok) onDeleted()
    else onBusyChange(false)
  }

  return (
    <>
      <ConfirmRow
        label="Delete this Order"
        icon={<Trash2 aria-hidden="true" />}
        question="Are you sure you want to delete this order?"
        onConfirm={() => void deleteOrder()}
        busy={isBusy}
      />
      <DeletedHint shopId={shopId} />
    </>
  )
}
