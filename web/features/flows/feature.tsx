import { UserRoundPlus } from 'lucide-react'
import { splitDraft } from '#web/forms/drafts/form-draft.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { defineFeature, type JointCorrection } from '../define-feature.ts'
import type { TypedCustomer } from '../customers/typed-customer.ts'
import { describeDraft } from '../draft-words.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const CustomerOrderDialog = laterDialog(async () => (await import('./customer-order-dialog.tsx')).CustomerOrderDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    /** `typed`: the search text that found no customer. */
    'customer-order': { typed?: TypedCustomer | undefined }
  }
}

declare module '../define-feature.ts' {
  interface RefusedForms {
    'customer-order': {}
  }
}

const toForm: JointCorrection['toForm'] = ({ typed: { customers, assets, orders }, toSource }) => ({
  kind: 'customer-order',
  source: toSource({ ...(customers && { customer: customers }), ...(assets && { asset: assets }), ...(orders && { order: orders }) }),
})

/** Creates a customer, their first order and its device together. */
export const flows = defineFeature({
  name: 'flows',
  dialogs: {
    'customer-order': ({ shopId, request, onClose }) => (
      <CustomerOrderDialog shopId={shopId} typed={request.typed} onClose={onClose} onCreated={(orderId) => openDialog({ kind: 'checklist', orderId })} />
    ),
  },
  flows: [{ label: menu.createCustomerAndOrder(), Icon: UserRoundPlus, dialog: { kind: 'customer-order' } }],
  draftKinds: {
    'customer-order': ({ first, draft }) => {
      const { customer, asset, order } = splitDraft(draft, ['customer', 'asset', 'order'])
      const [ofCustomer, ofOrder] = [describeDraft('customers', customer), describeDraft('orders', order)]
      const text = [ofCustomer.text, describeDraft('assets', asset).text, ofOrder.text].filter((part) => part !== '').join('\n')
      return { shopId: first, noun: menu.draft.customerWithOrder(), title: ofCustomer.title || ofOrder.title, text, dialog: { kind: 'customer-order' } }
    },
  },
  corrects: {
    joint: [
      { collections: ['customers', 'orders'], by: 'customerId', toForm },
      { collections: ['customers', 'assets', 'orders'], by: 'customerId', toForm },
    ],
    forms: { 'customer-order': { show: (props) => <CustomerOrderDialog {...props} /> } },
  },
})
