import { UserRoundPlus } from 'lucide-react'
import { openDialog } from '#web/navigation/dialogs.ts'
import { defineFeature } from '../define-feature.ts'
import type { TypedCustomer } from '../customers/typed-customer.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const CustomerOrderDialog = laterDialog(async () => (await import('./customer-order-dialog.tsx')).CustomerOrderDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    /** `typed`: the search text that found no customer. */
    'customer-order': { typed?: TypedCustomer | undefined }
  }
}

/** Creates a customer, their first order and its device together. */
export const flows = defineFeature({
  name: 'flows',
  dialogs: {
    'customer-order': ({ shopId, request, onClose }) => (
      <CustomerOrderDialog shopId={shopId} typed={request.typed} onClose={onClose} onCreated={(orderId) => openDialog({ kind: 'checklist', orderId })} />
    ),
  },
  flows: [{ label: menu.createCustomerAndOrder(), Icon: UserRoundPlus, dialog: { kind: 'customer-order' } }],
})
