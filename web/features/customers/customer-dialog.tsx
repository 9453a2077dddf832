import type { Customer } from '#schema/collections/work/customers.ts'
import { notifyFailure } from '#web/navigation/notify.ts'
import { NothingSelected } from '#web/forms/nothing-selected.tsx'
import { AddCustomerDialog } from './add-customer-dialog.tsx'
import { EditCustomerDialog } from './edit-customer-dialog.tsx'
import type { TypedCustomer } from './typed-customer.ts'

type CustomerDialogProps = {
  shopId: string
  mode: 'add' | 'edit'
  /** Edit mode: whom. */
  customerId?: string | undefined
  /** Flows > Create Customer: the first of two steps. */
  guided?: boolean | undefined
  /** Add mode: what they were looked for by. */
  typed?: TypedCustomer | undefined
  onClose: () => void
  onCreated?: ((customerId: string) => void) | undefined
  /** What "use this customer" does; otherwise it opens the order form for that customer. */
  onUse?: ((customer: Customer) => void) | undefined
  /** Opened from the order form, over it. */
  isNested?: boolean | undefined
}

/** Adds or edits a customer (CUST-10..30). */
export function CustomerDialog({ mode, customerId, guided = false, typed, shopId, onClose, onCreated, onUse, isNested = false }: CustomerDialogProps) {
  if (mode === 'add')
    return <AddCustomerDialog shopId={shopId} guided={guided} typed={typed} onClose={onClose} onCreated={onCreated} onUse={onUse} isNested={isNested} />
  // ERR-22.
  if (customerId === undefined) {
    return (
      <NothingSelected
        onMount={() => {
          notifyFailure('No customer selected')
          onClose()
        }}
      />
    )
  }
  return <EditCustomerDialog key={customerId} shopId={shopId} customerId={customerId} onClose={onClose} />
}
