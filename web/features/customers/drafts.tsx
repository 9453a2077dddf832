import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { defineDrafts } from '../define-feature.ts'
import { customerForm } from './form.ts'
import { changeOfRow, describeDraft } from '../draft-words.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const AddCustomerDialog = laterDialog(async () => (await import('./add-customer-dialog.tsx')).AddCustomerDialog)
const EditCustomerDialog = laterDialog(async () => (await import('./edit-customer-dialog.tsx')).EditCustomerDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    'customer-add': {}
    'customer-edit': { customerId: string }
  }
}

export const drafts = defineDrafts({
  draftKinds: {
    'customer-add': ({ first, draft }) => ({
      shopId: first,
      noun: menu.draft.customer(),
      ...describeDraft('customers', draft),
      dialog: { kind: 'customer-add' },
    }),
    'customer-edit': changeOfRow('customers', (customerId) => ({ kind: 'customer-edit', customerId })),
  },
  unknownDraftToText: (draft) => draftToText('customers', draft),
  corrects: {
    rows: {
      customers: {
        shownFields: new Set(Object.values(customerForm.rowFields)),
        createToForm: ({ typed, toSource }) => ({ kind: 'customer-add', source: toSource(typed) }),
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: 'customer-edit', customerId: id, source: toSource(typed, seen) }),
      },
    },
    forms: {
      'customer-add': { show: (props) => <AddCustomerDialog {...props} guided={false} isNested={false} /> },
      'customer-edit': {
        needs: ({ customerId }) => [{ collection: 'customers', id: customerId }],
        show: (props, { customerId }) => <EditCustomerDialog {...props} customerId={customerId} />,
      },
    },
  },
})
