import type { Customer } from '#schema/collections/work/customers.ts'
import { notifyFailure } from '#web/navigation/notify.ts'
import { NothingSelected } from '#web/forms/nothing-selected.tsx'
import { AddCustomerDialog } from './add-customer-dialog.tsx'
import { EditCustomerDialog } from './edit-customer-dialog.tsx'
import type { TypedCustomer } from './typed-customer.ts'
import { t } from './customer-edit-texts.ts'

type CustomerDialogProps = {
  shopId: string
  mode: 'add' | 'edit'
  /** Edit mode only. */
  customerId?: string | undefined
  /** Flows > Create Customer: the first of two steps. */
  guided?: boolean | undefined
  /** Add mode: the search text that found no customer. */
  typed?: TypedCustomer | undefined
  onClose: () => void
  onCreated?: ((customerId: string) => void) | undefined
  /** The action of "use this customer"; by default it opens the order form. */
  onUse?: ((customer: Customer) => void) | undefined
  /** Opened over the order form. */
  isNested?: boolean | undefined
}

export function CustomerDialog({ mode, customerId, guided = false, typed, shopId, onClose, onCreated, onUse, isNested = false }: CustomerDialogProps) {
  if (mode === 'add')
    return <AddCustomerDialog shopId={shopId} guided={guided} typed={typed} onClose={onClose} onCreated={onCreated} onUse={onUse} isNested={isNested} />
  if (customerId === undefined) {
    return (
      <NothingSelected
        onMount={() => {
          notifyFailure(t.noneSelected())
          onClose()
        }}
      />
    )
  }
  return <EditCustomerDialog key={customerId} shopId={shopId} customerId={customerId} onClose={onClose} />
}
