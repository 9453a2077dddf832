import { UserPlus, Users } from 'lucide-react'
import { defineFeature } from '../define-feature.ts'
import type { TypedCustomer } from './typed-customer.ts'
import { laterDialog, laterView } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const CustomerDialog = laterDialog(async () => (await import('./customer-dialog.tsx')).CustomerDialog)
const CustomersView = laterView(async () => (await import('./customers-view.tsx')).CustomersView)
const DuplicatesDialog = laterDialog(async () => (await import('./merge/duplicates-dialog.tsx')).DuplicatesDialog)

declare module '#web/navigation/paths.ts' {
  interface DashboardTabs {
    customers: true
  }
}

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    /** `typed`: the search text that found no customer. */
    'customer-add': { guided?: boolean | undefined; typed?: TypedCustomer | undefined }
    /** Without an id the dialog reports a missing customer. */
    'customer-edit': { customerId?: string | undefined }
    'customer-duplicates': {}
  }
}

export const customers = defineFeature({
  name: 'customers',
  views: [
    {
      tab: 'customers',
      label: menu.customers(),
      Icon: Users,
      hotkey: { keys: 'g c', place: 2 },
      show: ({ shop }) => <CustomersView shopId={shop.id} />,
    },
  ],
  dialogs: {
    'customer-add': ({ shopId, request, onClose }) => (
      <CustomerDialog shopId={shopId} mode="add" guided={request.guided} typed={request.typed} onClose={onClose} />
    ),
    'customer-duplicates': ({ shopId, onClose }) => <DuplicatesDialog shopId={shopId} onClose={onClose} />,
    'customer-edit': ({ shopId, request, onClose }) => <CustomerDialog shopId={shopId} mode="edit" customerId={request.customerId} onClose={onClose} />,
  },
  flows: [{ label: menu.createCustomer(), Icon: UserPlus, dialog: { kind: 'customer-add', guided: true } }],
  hotkeys: [{ keys: 'c', text: menu.newCustomer(), place: 2, dialog: { kind: 'customer-add' } }],
})
