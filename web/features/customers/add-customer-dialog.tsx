import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Customer } from '#schema/collections/customers.ts'
import { customerFormSchema, customerFormToValues, emptyCustomerForm, type CustomerForm } from '#schema/forms/customer.ts'
import { openDialog } from '#web/app/dialogs.ts'
import { failureToDescription, runAction } from '#web/app/notify.ts'
import { useUnsavedText } from '#web/app/unsaved.ts'
import { useDevice } from '#web/db/provider.tsx'
import { DraftNote } from '#web/fields/draft-note.tsx'
import { FormDialog } from '#web/fields/form-dialog.tsx'
import { MatchingCustomers } from '#web/fields/matching-customers.tsx'
import { useClosing } from '#web/fields/use-closing.ts'
import { useDraftForm } from '#web/fields/use-draft-form.ts'
import type { FormDraft } from '#web/fields/form-draft.ts'
import { useDraftKeeper, useStoredDraft } from '#web/fields/use-form-draft.ts'
import { CustomerFields } from './customer-fields.tsx'

type AddCustomerProps = {
  shopId: string
  guided: boolean
  onClose: () => void
  onCreated?: ((customerId: string) => void) | undefined
  onUse?: ((customer: Customer) => void) | undefined
  isNested: boolean
}

export function AddCustomerDialog(props: AddCustomerProps) {
  const stored = useStoredDraft(`customer-add/${props.shopId}`)
  if (stored.state === 'loading') return null
  return <AddCustomerForm {...props} draftKey={stored.key} draft={stored.draft} savedAt={stored.savedAt} />
}

type AddCustomerFormProps = AddCustomerProps & { draftKey: string; draft: FormDraft | undefined; savedAt: string | undefined }

function AddCustomerForm({ shopId, guided, onClose, onCreated, onUse, isNested, draftKey, draft, savedAt }: AddCustomerFormProps) {
  const device = useDevice()
  const closing = useClosing(onClose)
  const form = useDraftForm<CustomerForm>({ resolver: zodResolver(customerFormSchema), opened: emptyCustomerForm, draft })
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
      run: () => device.write(shopId, [{ action: 'create', collection: 'customers', values: customerFormToValues(typed) }]),
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
      {isFromDraft && savedAt !== undefined && (
        <DraftNote
          savedAt={savedAt}
          onStartOver={() => {
            form.reset(emptyCustomerForm)
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
