import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Customer } from '#schema/collections/customers.ts'
import { customerFormSchema, customerFormToValues, emptyCustomerForm, type CustomerForm } from '#schema/forms/customer.ts'
import { openDialog } from '#web/app/dialogs.ts'
import { failureToDescription, runAction } from '#web/app/notify.ts'
import { useUnsavedText } from '#web/app/unsaved.ts'
import { DraftNote } from '#web/fields/draft-note.tsx'
import { FormDialog } from '#web/fields/form-dialog.tsx'
import { MatchingCustomers } from '#web/fields/matching-customers.tsx'
import { RefusedNote } from '#web/fields/refused-note.tsx'
import { refusedDraftKey, type RefusedSource, useFormWrite, useRefusedIssues } from '#web/fields/refused-source.ts'
import { useClosing } from '#web/fields/use-closing.ts'
import { useDraftForm } from '#web/fields/use-draft-form.ts'
import { type FormDraft, withDraft } from '#web/fields/form-draft.ts'
import { useDraftKeeper, useStoredDraft } from '#web/fields/use-form-draft.ts'
import { CustomerFields } from './customer-fields.tsx'

type AddCustomerProps = {
  shopId: string
  guided: boolean
  onClose: () => void
  onCreated?: ((customerId: string) => void) | undefined
  onUse?: ((customer: Customer) => void) | undefined
  isNested: boolean
  /** Corrects this refused customer instead of adding another one. */
  refused?: RefusedSource | undefined
}

export function AddCustomerDialog(props: AddCustomerProps) {
  const stored = useStoredDraft(props.refused ? refusedDraftKey(props.refused) : `customer-add/${props.shopId}`)
  if (stored.state === 'loading') return null
  return <AddCustomerForm {...props} draftKey={stored.key} draft={stored.draft} savedAt={stored.savedAt} />
}

type AddCustomerFormProps = AddCustomerProps & { draftKey: string; draft: FormDraft | undefined; savedAt: string | undefined }

function AddCustomerForm({ shopId, guided, onClose, onCreated, onUse, isNested, refused, draftKey, draft, savedAt }: AddCustomerFormProps) {
  const write = useFormWrite(shopId, refused)
  const closing = useClosing(onClose)
  const [opened] = useState(() => withDraft<CustomerForm>(emptyCustomerForm, refused?.draft.values))
  const form = useDraftForm<CustomerForm>({ resolver: zodResolver(customerFormSchema), opened, draft })
  useRefusedIssues(form, refused)
  const { isDirty, isSubmitting } = form.formState
  const [isFromDraft, setIsFromDraft] = useState(draft !== undefined)
  const [result, setResult] = useState<string>()
  const phone = useWatch({ control: form.control, name: 'phone' })
  useUnsavedText(isDirty)

  const removeDraft = useDraftKeeper({
    key: draftKey,
    shopId,
    watch: (onChange) => form.subscribe({ formState: { values: true }, callback: onChange }),
    read: () => (form.formState.isDirty ? { values: form.getValues(), opened: {} } : undefined),
  })

  const save = form.handleSubmit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'customers', id: refused?.rowIds[0], values: customerFormToValues(typed) }]),
      success: 'Customer created successfully!',
      failure: 'Failed to create customer',
    })
    if (!outcome.ok) return setResult(failureToDescription(outcome.error, 'Not saved.'))
    await removeDraft()
    const customerId = outcome.value.ids[0] ?? ''
    closing.close()
    onCreated?.(customerId)
    // CUST-13: the second step of the guided flow.
    if (guided) openDialog({ kind: 'order-add', customerId })
  })

  const takeExisting = (customer: Customer) => {
    void removeDraft()
    if (onUse) return onUse(customer)
    closing.close()
    openDialog({ kind: 'order-add', customerId: customer.id })
  }

  return (
    <FormDialog
      title={guided ? 'Step 1: Add New Customer' : 'Add New Customer'}
      description={guided ? "After creating the customer, you'll be prompted to add an order for them." : undefined}
      size="md"
      isDirty={isDirty}
      isBusy={isSubmitting}
      closing={closing}
      onDiscard={() => void removeDraft()}
      onSubmit={(event) => void save(event)}
      submitText="Save Customer"
      busyText="Saving..."
      result={result}
      isNested={isNested}
    >
      <RefusedNote refused={refused} />
      {isFromDraft && savedAt !== undefined && (
        <DraftNote
          savedAt={savedAt}
          onStartOver={() => {
            form.reset(opened)
            setIsFromDraft(false)
          }}
        />
      )}
      <CustomerFields
        form={form}
        matching={<MatchingCustomers shopId={shopId} typedPhone={phone} heading="Matching Customers" onUse={takeExisting} />}
      />
    </FormDialog>
  )
}
