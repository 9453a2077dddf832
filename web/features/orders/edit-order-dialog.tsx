import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Order } from '#schema/collections/orders.ts'
import { pickChanges } from '#schema/forms/checked-by.ts'
import { orderFormSchema, orderFormToValues, orderToForm, type OrderForm, type OrderFormField, type OrderValues } from '#schema/forms/order.ts'
import { failureToDescription, runAction } from '#web/app/notify.ts'
import { useUnsavedText } from '#web/app/unsaved.ts'
import { useRow } from '#web/db/use-row.ts'
import { CustomerDialog } from '#web/features/customers/customer-dialog.tsx'
import { DeletedNote } from '#web/fields/deleted-note.tsx'
import { DraftNote } from '#web/fields/draft-note.tsx'
import { draftToText } from '#web/fields/draft-text.ts'
import { FormDialog } from '#web/fields/form-dialog.tsx'
import { MissingRow } from '#web/fields/missing-row.tsx'
import { RefusedNote } from '#web/fields/refused-note.tsx'
import { refusedDraftKey, type RefusedSource, useFormWrite, useRefusedIssues } from '#web/fields/refused-source.ts'
import { RemoteChangesNote } from '#web/fields/remote-changes-note.tsx'
import { findRemoteChanges } from '#web/fields/remote-changes.ts'
import { useTypedLines } from '#web/fields/typed-lines.ts'
import { useClosing } from '#web/fields/use-closing.ts'
import { useDraftForm } from '#web/fields/use-draft-form.ts'
import { type FormDraft, withDraft } from '#web/fields/form-draft.ts'
import { useDraftKeeper, useStoredDraft } from '#web/fields/use-form-draft.ts'
import { useAuth } from '#web/session/session.ts'
import { DeleteOrder } from './delete-order.tsx'
import { OrderAge } from './order-age.tsx'
import { OrderCustomerField } from './order-customer-field.tsx'
import { DeviceFields, TwoColumns, WorkFields } from './order-fields.tsx'
import { OrderSections } from './order-sections.tsx'
import { changeToText, formToText } from './order-texts.ts'
import { useOrderWords } from './use-order-words.ts'

type EditOrderProps = {
  shopId: string
  orderId: string
  onClose: () => void
  /** Opened to correct this refused change; such a form has no address. */
  refused?: RefusedSource | undefined
}

export function EditOrderDialog(props: EditOrderProps) {
  const stored = useStoredDraft(props.refused ? refusedDraftKey(props.refused) : `order-edit/${props.orderId}`)
  const found = useRow('orders', props.orderId)
  const [first, setFirst] = useState<Order>()
  if (first === undefined && found.state === 'ready' && found.row !== undefined) setFirst(found.row)
  if (stored.state === 'loading' || found.state === 'loading') return null
  if (first === undefined) return <MissingRow text="Order not found" typed={stored.draft && draftToText('orders', stored.draft)} onClose={props.onClose} />
  return <EditOrderForm {...props} draftKey={stored.key} draft={stored.draft} savedAt={stored.savedAt} first={first} row={found.row} />
}

type EditOrderFormProps = EditOrderProps & {
  draftKey: string
  draft: FormDraft | undefined
  savedAt: string | undefined
  /** The row as it was when the dialog opened, and as it is now; undefined once it was deleted. */
  first: Order
  row: Order | undefined
}

const pickValues = (order: OrderValues): OrderValues => {
  const { customerId, itemDetails, issueDescription, additionalRequests, orderNotes } = order
  const { orderStatusId, assignedEmployeeId, dueTimestamp, quotedCost, priority, repeat } = order
  return { customerId, itemDetails, issueDescription, additionalRequests, orderNotes, orderStatusId, assignedEmployeeId, dueTimestamp, quotedCost, priority, repeat }
}

const finishLineFirst = 'Save or cancel the line that you are typing first.'

/** Setting the next status is what an order is opened for most; in one column it lies too far down. */
const findStatusField = (): HTMLElement | null =>
  window.matchMedia('(min-width: 768px)').matches ? document.querySelector<HTMLElement>('select[name="orderStatusId"]') : null

function EditOrderForm({ shopId, orderId, onClose, refused, draftKey, draft, savedAt, first, row }: EditOrderFormProps) {
  const write = useFormWrite(shopId, refused)
  const closing = useClosing(onClose)
  const { hasPrivilege } = useAuth()
  const [opened, setOpened] = useState<OrderValues>(() => ({ ...pickValues(first), ...refused?.draft.opened, ...draft?.opened }))
  const openedForm = orderToForm(opened)
  const form = useDraftForm<OrderForm>({ resolver: zodResolver(orderFormSchema), opened: withDraft(openedForm, refused?.draft.values), draft })
  useRefusedIssues(form, refused)
  const { isDirty: isFormDirty, isSubmitting } = form.formState
  const lines = useTypedLines()
  const isDirty = isFormDirty || lines.isDirty
  const typed = useWatch({ control: form.control, compute: (values) => values })
  const [isFromDraft, setIsFromDraft] = useState(draft !== undefined)
  const [isAddingCustomer, setIsAddingCustomer] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const [result, setResult] = useState<string>()
  useUnsavedText(isDirty)

  const removeDraft = useDraftKeeper({
    key: draftKey,
    shopId,
    watch: (onChange) => form.subscribe({ formState: { values: true }, callback: onChange }),
    read: () => (form.formState.isDirty ? { values: form.getValues(), opened } : undefined),
  })

  const words = useOrderWords(shopId, row?.customerId ?? opened.customerId)
  const stored = row === undefined ? undefined : orderToForm(row)
  const remote = stored === undefined || isSubmitting ? [] : findRemoteChanges(openedForm, stored, typed)

  const takeStored = (field: string) => {
    if (stored === undefined || row === undefined) return
    const name = field as OrderFormField
    form.resetField(name, { defaultValue: stored[name] })
    setOpened({ ...opened, [name]: row[name] })
  }

  const save = form.handleSubmit(async (values) => {
    if (lines.isDirty) return setResult(finishLineFirst)
    const changes = pickChanges(orderFormToValues(openedForm), orderFormToValues(values))
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'orders', id: orderId, values: changes, seen: opened }]),
      success: 'Order updated successfully',
      failure: 'Failed to update order',
    })
    if (!outcome.ok) return setResult(failureToDescription(outcome.error, 'Not saved.'))
    await removeDraft()
    closing.close()
  })

  const chooseCustomer = (chosenId: string) => {
    setIsAddingCustomer(false)
    form.setValue('customerId', chosenId, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }

  return (
    <>
      <FormDialog
        title="Edit Order"
        size="sheet"
        headerAside={row && <OrderAge shopId={shopId} order={row} />}
        isDirty={isDirty}
        isBusy={isSubmitting}
        closing={closing}
        onDiscard={() => {
          lines.discardAll()
          void removeDraft()
        }}
        onSubmit={(event) => void save(event)}
        submitText="Save Changes"
        busyText="Saving..."
        cannotSubmit={row === undefined}
        news={
          row === undefined && !isDeleting ? (
            <DeletedNote noun="order" readText={() => formToText(form.getValues(), words)} />
          ) : (
            <RemoteChangesNote changes={stored === undefined ? [] : remote.map((field) => ({ field, text: changeToText(stored, field, words) }))} onTake={takeStored} />
          )
        }
        isOnAddress={refused === undefined}
        initialFocus={findStatusField}
        result={result === finishLineFirst && !lines.isDirty ? undefined : result}
      >
        <RefusedNote refused={refused} />
        {isFromDraft && savedAt !== undefined && (
          <DraftNote
            savedAt={savedAt}
            onStartOver={() => {
              setOpened({ ...pickValues(row ?? first), ...refused?.draft.opened })
              form.reset(withDraft(orderToForm(row ?? first), refused?.draft.values))
              setIsFromDraft(false)
            }}
          />
        )}
        <TwoColumns
          left={
            <>
              <OrderCustomerField form={form} shopId={shopId} withChat onAddCustomer={() => setIsAddingCustomer(true)} />
              <DeviceFields form={form} shopId={shopId} />
            </>
          }
          right={<WorkFields form={form} shopId={shopId} />}
        />
        {row !== undefined && <OrderSections shopId={shopId} orderId={orderId} report={lines.report} />}
        {(row !== undefined || isDeleting) && hasPrivilege('delete_order') && (
          <div className="mt-8 border-t border-line pt-4">
            <DeleteOrder
              shopId={shopId}
              orderId={orderId}
              isBusy={isDeleting}
              onBusyChange={setIsDeleting}
              onDeleted={() => {
                void removeDraft()
                closing.close()
              }}
            />
          </div>
        )}
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
