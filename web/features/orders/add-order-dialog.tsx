import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { defaultStatusId, newOrderForm, orderFormSchema, orderFormToValues, type OrderForm } from '#schema/forms/order.ts'
import { defaultDueInstant } from '#schema/rules/due.ts'
import { failureToDescription, runAction } from '#web/app/notify.ts'
import { useUnsavedText } from '#web/app/unsaved.ts'
import { CustomerDialog } from '#web/features/customers/customer-dialog.tsx'
import { DraftNote } from '#web/fields/draft-note.tsx'
import { FormDialog } from '#web/fields/form-dialog.tsx'
import { RefusedNote } from '#web/fields/refused-note.tsx'
import { refusedDraftKey, type RefusedSource, useFormWrite, useRefusedIssues } from '#web/fields/refused-source.ts'
import { browserTimeZone } from '#web/fields/time.ts'
import { useClosing } from '#web/fields/use-closing.ts'
import { useDraftForm } from '#web/fields/use-draft-form.ts'
import { type FormDraft, withDraft } from '#web/fields/form-draft.ts'
import { useDraftKeeper, useStoredDraft } from '#web/fields/use-form-draft.ts'
import { useOrderStatuses } from '#web/fields/use-status-name.ts'
import { markJustAdded } from './just-added.ts'
import { OrderCustomerField } from './order-customer-field.tsx'
import { DeviceFields, TwoColumns, WorkFields } from './order-fields.tsx'

type AddOrderProps = {
  shopId: string
  customerId: string | undefined
  onClose: () => void
  onCreated?: ((orderId: string) => void) | undefined
  /** Corrects this refused order instead of adding another one. */
  refused?: RefusedSource | undefined
}

export const orderAddDraftKey = (shopId: string, customerId: string | undefined): string => `order-add/${shopId}/${customerId ?? 'any'}`

export function AddOrderDialog(props: AddOrderProps) {
  const stored = useStoredDraft(props.refused ? refusedDraftKey(props.refused) : orderAddDraftKey(props.shopId, props.customerId))
  if (stored.state === 'loading') return null
  return <AddOrderForm {...props} draftKey={stored.key} draft={stored.draft} savedAt={stored.savedAt} />
}

type AddOrderFormProps = AddOrderProps & { draftKey: string; draft: FormDraft | undefined; savedAt: string | undefined }

function AddOrderForm({ shopId, customerId = '', onClose, onCreated, refused, draftKey, draft, savedAt }: AddOrderFormProps) {
  const write = useFormWrite(shopId, refused)
  const closing = useClosing(onClose)
  const statuses = useOrderStatuses()
  const [opened] = useState(() => {
    const fresh = newOrderForm({ customerId, orderStatusId: defaultStatusId(statuses, 'empty'), dueTimestamp: defaultDueInstant(new Date(), browserTimeZone()) })
    return withDraft(fresh, refused?.draft.values)
  })
  const form = useDraftForm<OrderForm>({ resolver: zodResolver(orderFormSchema), opened, draft })
  useRefusedIssues(form, refused)
  const { isDirty, isSubmitting } = form.formState
  const [isFromDraft, setIsFromDraft] = useState(draft !== undefined)
  const [isAddingCustomer, setIsAddingCustomer] = useState(false)
  const [result, setResult] = useState<string>()
  useUnsavedText(isDirty)

  const removeDraft = useDraftKeeper({
    key: draftKey,
    shopId,
    watch: (onChange) => form.subscribe({ formState: { values: true }, callback: onChange }),
    read: () => (form.formState.isDirty ? { values: form.getValues(), opened: {} } : undefined),
  })

  const save = form.handleSubmit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'orders', id: refused?.rowIds[0], values: orderFormToValues(typed) }]),
      success: 'Order created successfully',
      failure: 'Failed to create order',
    })
    if (!outcome.ok) return setResult(failureToDescription(outcome.error, 'Not saved.'))
    await removeDraft()
    const orderId = outcome.value.ids[0] ?? ''
    markJustAdded({ orderId, shopId })
    closing.close()
    onCreated?.(orderId)
  })

  const chooseCustomer = (chosenId: string) => {
    setIsAddingCustomer(false)
    form.setValue('customerId', chosenId, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }

  return (
    <>
      <FormDialog
        title="Add New Order"
        size="sheet"
        isDirty={isDirty}
        isBusy={isSubmitting}
        closing={closing}
        onDiscard={() => void removeDraft()}
        onSubmit={(event) => void save(event)}
        submitText="Add Order"
        busyText="Saving..."
        result={result}
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
        <TwoColumns
          left={
            <>
              <OrderCustomerField form={form} shopId={shopId} withChat={false} onAddCustomer={() => setIsAddingCustomer(true)} />
              <DeviceFields form={form} shopId={shopId} />
            </>
          }
          right={<WorkFields form={form} shopId={shopId} />}
        />
      </FormDialog>
      {isAddingCustomer && (
        <CustomerDialog
          shopId={shopId}
          mode="add"
          isNested
          onClose={() => setIsAddingCustomer(false)}
          onCreated={chooseCustomer}
          onUse={(customer) => chooseCustomer(customer.id)}
        />
      )}
    </>
  )
}
