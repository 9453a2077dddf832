import { splitDraft } from '#web/forms/drafts/form-draft.ts'
import { defineDrafts, type JointCorrection } from '../define-feature.ts'
import { describeDraft } from '../draft-words.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const CustomerOrderDialog = laterDialog(async () => (await import('./customer-order-dialog.tsx')).CustomerOrderDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    'customer-order': {}
  }
}

const toForm: JointCorrection['toForm'] = ({ typed: { customers, assets, orders }, toSource }) => ({
  kind: 'customer-order',
  source: toSource({ ...(customers && { customer: customers }), ...(assets && { asset: assets }), ...(orders && { order: orders }) }),
})

export const drafts = defineDrafts({
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
