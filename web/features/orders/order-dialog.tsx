import { notifyFailure } from '#web/navigation/notify.ts'
import { NothingSelected } from '#web/forms/nothing-selected.tsx'
import { AddOrderDialog } from './add-order-dialog.tsx'
import { EditOrderDialog } from './edit-order-dialog.tsx'
import { t } from './order-form-texts.ts'

type OrderDialogProps = {
  shopId: string
  mode: 'add' | 'edit'
  /** Edit mode only. */
  orderId?: string | undefined
  /** Add mode only. */
  customerId?: string | undefined
  claimOf?: string | undefined
  onClose: () => void
  onCreated?: ((orderId: string) => void) | undefined
}

export function OrderDialog({ mode, orderId, customerId, claimOf, shopId, onClose, onCreated }: OrderDialogProps) {
  if (mode === 'add')
    return <AddOrderDialog key={claimOf ?? customerId} shopId={shopId} customerId={customerId} claimOf={claimOf} onClose={onClose} onCreated={onCreated} />
  if (orderId === undefined) {
    return (
      <NothingSelected
        onMount={() => {
          notifyFailure(t.noneSelected())
          onClose()
        }}
      />
    )
  }
  return <EditOrderDialog key={orderId} shopId={shopId} orderId={orderId} onClose={onClose} />
}
