import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Customer } from '#schema/collections/customers.ts'
import { pickChanges } from '#schema/forms/checked-by.ts'
import { accessCodeSchema, customerFormSchema, customerFormToValues, customerToForm, type CustomerForm, type CustomerValues } from '#schema/forms/customer.ts'
import { request } from '#web/api/http.ts'
import { failureToDescription, runAction } from '#web/app/notify.ts'
import { useUnsavedText } from '#web/app/unsaved.ts'
import { useSyncStatus } from '#web/db/use-device.ts'
import { useRow } from '#web/db/use-row.ts'
import { DeletedNote } from '#web/fields/deleted-note.tsx'
import { DraftNote } from '#web/fields/draft-note.tsx'
import { draftToText } from '#web/fields/draft-text.ts'
import { FormDialog } from '#web/fields/form-dialog.tsx'
import { MissingRow } from '#web/fields/missing-row.tsx'
import { RefusedNote } from '#web/fields/refused-note.tsx'
import { refusedDraftKey, type RefusedSource, useFormWrite, useRefusedIssues } from '#web/fields/refused-source.ts'
import { RemoteChangesNote } from '#web/fields/remote-changes-note.tsx'
import { findRemoteChanges } from '#web/fields/remote-changes.ts'
import { useClosing } from '#web/fields/use-closing.ts'
import { useDraftForm } from '#web/fields/use-draft-form.ts'
import { type FormDraft, withDraft } from '#web/fields/form-draft.ts'
import { useDraftKeeper, useStoredDraft } from '#web/fields/use-form-draft.ts'
import { useAuth } from '#web/session/session.ts'
import { AccessCodeField, hasAccessCodeEdit, unchangedAccessCode } from './access-code-field.tsx'
import { changeToText, formToText } from './customer-texts.ts'
import { CustomerFields } from './customer-fields.tsx'
import { DeleteCustomer } from './delete-customer.tsx'

type EditCustomerProps = {
  shopId: string
  customerId: string
  onClose: () => void
  /** Opened to correct this refused change. */
  refused?: RefusedSource | undefined
}

export function EditCustomerDialog(props: EditCustomerProps) {
  const stored = useStoredDraft(props.refused ? refusedDraftKey(props.refused) : `customer-edit/${props.customerId}`)
  const found = useRow('customers', props.customerId)
  const [first, setFirst] = useState<Customer>()
  if (first === undefined && found.state === 'ready' && found.row !== undefined) setFirst(found.row)
  if (stored.state === 'loading' || found.state === 'loading') return null
  if (first === undefined) return <MissingRow text="Customer not found" typed={stored.draft && draftToText('customers', stored.draft)} onClose={props.onClose} />
  return <EditCustomerForm {...props} draftKey={stored.key} draft={stored.draft} savedAt={stored.savedAt} first={first} row={found.row} />
}

const pickValues = (customer: CustomerValues): CustomerValues => {
  const { name, countryCode, phone, alternateCountryCode, alternatePhone, email, customerNotes } = customer
  return { name, countryCode, phone, alternateCountryCode, alternatePhone, email, customerNotes }
}

type EditCustomerFormProps = EditCustomerProps & {
  draftKey: string
  draft: FormDraft | undefined
  savedAt: string | undefined
  /** The row as it was when the dialog opened, and as it is now; undefined once it was deleted. */
  first: Customer
  row: Customer | undefined
}

function EditCustomerForm({ shopId, customerId, onClose, refused, draftKey, draft, savedAt, first, row }: EditCustomerFormProps) {
  const write = useFormWrite(shopId, refused)
  const closing = useClosing(onClose)
  const { hasPrivilege } = useAuth()
  const isOnline = useSyncStatus().state !== 'offline'
  const [opened, setOpened] = useState<CustomerValues>(() => ({ ...pickValues(first), ...refused?.draft.opened, ...draft?.opened }))
  const openedForm = customerToForm(opened)
  const form = useDraftForm<CustomerForm>({ resolver: zodResolver(customerFormSchema), opened: withDraft(openedForm, refused?.draft.values), draft })
  useRefusedIssues(form, refused)
  const { isDirty, isSubmitting } = form.formState
  const typed = useWatch({ control: form.control, compute: (values) => values })
  const [accessCode, setAccessCode] = useState(unchangedAccessCode)
  const [accessCodeError, setAccessCodeError] = useState<string>()
  const [isFromDraft, setIsFromDraft] = useState(draft !== undefined)
  const [isDeleting, setIsDeleting] = useState(false)
  const [result, setResult] = useState<string>()
  const isUnsaved = isDirty || hasAccessCodeEdit(accessCode)
  useUnsavedText(isUnsaved)

  const removeDraft = useDraftKeeper({
    key: draftKey,
    shopId,
    watch: (onChange) => form.subscribe({ formState: { values: true }, callback: onChange }),
    read: () => (form.formState.isDirty ? { values: form.getValues(), opened } : undefined),
  })
  const stored = row === undefined ? undefined : customerToForm(row)
  const remote = stored === undefined || isSubmitting ? [] : findRemoteChanges(openedForm, stored, typed)

  const takeStored = (field: string) => {
    if (stored === undefined || row === undefined) return
    const name = field as keyof CustomerForm
    form.resetField(name, { defaultValue: stored[name] })
    setOpened({ ...opened, [name]: row[name] })
  }

  const save = form.handleSubmit(async (values) => {
    const code = accessCodeSchema.safeParse(accessCode.code)
    if (!code.success) return setAccessCodeError(code.error.issues[0]?.message)
    const outcome = await runAction({
      run: async () => {
        const changes = pickChanges(customerFormToValues(openedForm), customerFormToValues(values))
        if (refused !== undefined || Object.keys(changes).length > 0) {
          await write([{ action: 'update', collection: 'customers', id: customerId, values: changes, seen: opened }])
        }
        if (hasAccessCodeEdit(accessCode)) {
          await request('PUT', `/api/${shopId}/customers/${customerId}`, { customerAccessCode: accessCode.isRemoved ? null : code.data })
        }
      },
      success: 'Customer updated',
      failure: 'Failed to update customer',
    })
    if (!outcome.ok) return setResult(failureToDescription(outcome.error, 'Not saved.'))
    await removeDraft()
    closing.close()
  })

  return (
    <FormDialog
      title="Edit Customer"
      size="md"
      isDirty={isUnsaved}
      isBusy={isSubmitting}
      closing={closing}
      onDiscard={() => void removeDraft()}
      onSubmit={(event) => void save(event)}
      submitText="Update Customer"
      busyText="Saving..."
      cannotSubmit={row === undefined}
      news={
        row === undefined && !isDeleting ? (
          <DeletedNote noun="customer" readText={() => formToText(form.getValues())} />
        ) : (
          <RemoteChangesNote changes={remote.map((field) => ({ field, text: changeToText(field, stored?.[field] ?? '') }))} onTake={takeStored} />
        )
      }
      result={result}
    >
      <RefusedNote refused={refused} />
      {isFromDraft && savedAt !== undefined && (
        <DraftNote
          savedAt={savedAt}
          onStartOver={() => {
            setOpened({ ...pickValues(row ?? first), ...refused?.draft.opened })
            form.reset(withDraft(customerToForm(row ?? first), refused?.draft.values))
            setIsFromDraft(false)
          }}
        />
      )}
      <CustomerFields form={form} />
      <div className="mt-4">
        <AccessCodeField
          hasCode={row?.hasAccessCode ?? false}
          value={accessCode}
          onValueChange={(value) => {
            setAccessCode(value)
            setAccessCodeError(undefined)
          }}
          isOnline={isOnline}
          error={accessCodeError}
        />
      </div>
      {(row !== undefined || isDeleting) && hasPrivilege('delete_customer') && (
        <div className="mt-6 border-t border-line pt-4">
          <DeleteCustomer
            shopId={shopId}
            customerId={customerId}
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
  )
}
