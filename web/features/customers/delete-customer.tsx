import { Trash2 } from 'lucide-react'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { DeletedHint } from '#web/features/deleted/deleted-hint.tsx'
import { prepareDeletion } from '#web/features/deleted/restore-row.ts'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'

type DeleteCustomerProps = { shopId: string; customerId: string; isBusy: boolean; onBusyChange: (isBusy: boolean) => void; onDeleted: () => void }

/** Two steps (CUST-27..30). A customer with orders stays (AMB-84): the device's write path refuses, and so does the server's. */
export function DeleteCustomer({ shopId, customerId, isBusy, onBusyChange, onDeleted }: DeleteCustomerProps) {
  const device = useDevice()

  const deleteCustomer = async () => {
    onBusyChange(true)
    const title = (await device.rows.read('customers', customerId).catch(() => undefined))?.name ?? ''
    const { run, undo } = prepareDeletion(device, shopId, { collection: 'customers', id: customerId, title })
    const outcome = await runAction({
      run,
      success: { title: 'Customer deleted', description: 'The customer has been successfully deleted.', action: undo },
      failure: { title: 'Delete failed', description: 'Failed to delete customer. Please try again.' },
    })
    if (outcome.ok) onDeleted()
    else onBusyChange(false)
  }

  return (
    <>
      <ConfirmRow
        label="Delete this Customer"
        icon={<Trash2 aria-hidden="true" />}
        question="Are you sure you want to delete this customer?"
        onConfirm={() => void deleteCustomer()}
        busy={isBusy}
      />
      <DeletedHint shopId={shopId} />
    </>
  )
}
