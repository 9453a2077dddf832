import { useState } from 'react'
import { Download } from 'lucide-react'
import type { Customer } from '#schema/collections/work/customers.ts'
import { erasedName } from '#schema/rules/customers/erase.ts'
import { saveAccessCode } from '#web/api/shop-api.ts'
import { runAction } from '#web/navigation/notify.ts'
import { CustomerAssets } from '#web/features/assets/customer-assets.tsx'
import { useIsOffline } from '#web/device/react/use-device.ts'
import { type DeletionTexts, DeleteRow } from '#web/features/deleted/delete-row.tsx'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { useAuth } from '#web/session/session.ts'
import { exportCustomer } from '#web/api/tables-api.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { downloadBlob } from '#web/ui/download-text.ts'
import { AccessCodeField, hasAccessCodeEdit, unchangedAccessCode } from './access-code-field.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { EraseCustomer } from './erase-customer.tsx'
import { DuplicatesHint } from './merge/duplicates-hint.tsx'
import { accessCodeSchema, customerForm, type CustomerForm } from './form.ts'
import { formatPhone } from '#schema/values/phone.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { phoneToText } from '#web/inputs/customer-line.tsx'
import { useShopCountryCode } from '#web/inputs/shop-format.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from './customer-edit-texts.ts'

const contacts = [
  { flag: 'phoneUnconfirmed', code: 'countryCode', value: 'phone' },
  {
    flag: 'alternatePhoneUnconfirmed',
    code: 'alternateCountryCode',
    value: 'alternatePhone',
  },
  { flag: 'emailUnconfirmed', code: undefined, value: 'email' },
] as const

type Contact = (typeof contacts)[number]

/** Numbers and addresses from an online registration, each with a button to confirm it. */
function UnconfirmedContacts({ shopId, customer }: { shopId: string; customer: Customer }) {
  const device = useDevice()
  const [busyWith, setBusyWith] = useState<string>()
  const ownCode = useShopCountryCode()
  const unconfirmed = contacts.filter(({ flag, value }) => customer[flag] && customer[value] !== null)
  if (unconfirmed.length === 0) return null

  const toText = ({ code, value }: Contact): string => (code === undefined ? (customer[value] ?? '') : phoneToText(customer[code], customer[value], ownCode))
  const confirm = async ({ flag }: Contact) => {
    setBusyWith(flag)
    await runAction({
      run: () => device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { [flag]: false }, seen: { [flag]: true } }]),
      success: flag === 'emailUnconfirmed' ? t.emailConfirmed() : t.phoneConfirmed(),
      failure: t.updateFailed(),
    })
    setBusyWith(undefined)
  }

  return (
    <ul aria-label={t.notConfirmed()} className="mb-4 flex flex-col gap-1 rounded-md bg-warn-soft px-3 py-2 text-warn-ink">
      {unconfirmed.map((contact) => (
        <li key={contact.flag} className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="min-w-0 flex-1 basis-56 py-1">
            <strong className="break-words tabular-nums">{toText(contact)}</strong> {t.fromRegistration[contact.flag]()}
          </span>
          <Button busy={busyWith === contact.flag} onClick={() => void confirm(contact)} aria-label={t.confirmContact({ contact: toText(contact) })}>
            {t.confirm()}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const isPhoneField = (field: keyof CustomerForm): boolean => field === 'phone' || field === 'alternatePhone'

const typedToText = (typed: string | boolean): string => (typeof typed === 'string' ? typed : typed ? t.yes() : t.no())

/** 'Phone is now 555-123-4567'. */
const changeToText = (field: keyof CustomerForm, value: string | boolean): string =>
  fieldToNews(customerForm, field, isPhoneField(field) ? formatPhone(null, typedToText(value)) : typedToText(value))

/** The typed values, one line per field, for the clipboard. */
const formToText = (form: CustomerForm): string => typedToLines(customerForm, (field) => (form[field] === false ? '' : typedToText(form[field])))

/** A customer with orders cannot be deleted; both device and server refuse it. */
const deletionTexts: DeletionTexts = {
  label: t.delete(),
  question: t.deleteQuestion(),
  success: { title: t.deleted(), description: t.deletedText() },
  failure: { title: t.deleteFailed(), description: t.deleteFailedText() },
}

type EditCustomerProps = FormDialogRequest & { customerId: string }

export function EditCustomerDialog({ customerId, ...asked }: EditCustomerProps) {
  const opening = useFormOpening(asked, `customer-edit/${customerId}`)
  const edited = useEditedRow('customers', customerId)
  if (opening === undefined || edited.state === 'loading') return null
  if (edited.first === undefined)
    return <MissingRow text={t.notFound()} typed={opening.draft && draftToText('customers', opening.draft)} onClose={asked.onClose} />
  if (edited.first.erasedAt !== null) return <MissingRow text={t.erased()} explanation={t.erasedText({ name: erasedName })} onClose={asked.onClose} />
  return <EditCustomerForm opening={opening} first={edited.first} row={edited.row} />
}

function EditCustomerForm({ opening, first, row }: { opening: FormOpening; first: Customer; row: Customer | undefined }) {
  const { shopId, refused } = opening
  const customerId = first.id
  const write = useFormWrite(opening)
  const { hasPrivilege } = useAuth()
  const isOnline = !useIsOffline()
  const [accessCode, setAccessCode] = useState(unchangedAccessCode)
  const [accessCodeError, setAccessCodeError] = useState<string>()
  const { form, shell, edit, submit } = useEditForm(opening, { definition: customerForm, first, row, isDirtyBeside: hasAccessCodeEdit(accessCode) })

  const save = submit(async (typed) => {
    const code = accessCodeSchema.safeParse(accessCode.code)
    if (!code.success) return setAccessCodeError(code.error.issues[0]?.message)
    const outcome = await runAction({
      run: async () => {
        const changes = customerForm.toChanges(edit.openedForm, typed)
        // Save the access code first: it may fail, and repeating it is harmless. The rest is stored once, at the end.
        if (hasAccessCodeEdit(accessCode)) {
          await saveAccessCode(shopId, customerId, accessCode.isRemoved ? null : code.data)
        }
        if (refused !== undefined || Object.keys(changes).length > 0) {
          await write([{ action: 'update', collection: 'customers', id: customerId, values: changes, seen: edit.opened }])
        }
      },
      success: t.updated(),
      failure: t.updateFailed(),
    })
    await shell.finish(outcome)
  })

  return (
    <FormDialog
      title={t.edit()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={t.update()}
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun={t.noun()}
          row={{ collection: 'customers', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => changeToText(field, stored[field])}
          readText={() => formToText(form.getValues())}
        />
      }
    >
      {row !== undefined && <UnconfirmedContacts shopId={shopId} customer={row} />}
      <CustomerFields form={form} withNotes />
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
      {row !== undefined && <CustomerAssets shopId={shopId} customerId={customerId} />}
      {row !== undefined && hasPrivilege('delete_customer') && <DuplicatesHint shopId={shopId} customer={row} onMergedAway={shell.leave} />}
      {row !== undefined && hasPrivilege('view_shop_setting') && <ExportCustomer shopId={shopId} customerId={customerId} name={row.name} />}
      {(row !== undefined || edit.isDeleting) && hasPrivilege('delete_customer') && (
        <div className="mt-6 border-t border-line pt-4">
          <DeleteRow
            shopId={shopId}
            target={{ collection: 'customers', id: customerId, title: row?.name ?? '' }}
            texts={deletionTexts}
            isBusy={edit.isDeleting}
            onBusyChange={edit.setIsDeleting}
            onDeleted={shell.leave}
          />
          {row !== undefined && <EraseCustomer shopId={shopId} customerId={customerId} name={row.name} onErased={shell.leave} />}
        </div>
      )}
    </FormDialog>
  )
}

type ExportCustomerProps = { shopId: string; customerId: string; name: string; get?: typeof exportCustomer }

/** Saves all data of a customer as a zip. The server makes it, so it needs a connection. */
export function ExportCustomer({ shopId, customerId, name, get = exportCustomer }: ExportCustomerProps) {
  const isOffline = useIsOffline()
  const [isBusy, setIsBusy] = useState(false)

  const save = async (): Promise<void> => {
    setIsBusy(true)
    await runAction({
      run: async () => {
        const title = name.replaceAll(/[^\p{L}\p{N}]+/gu, '_')
        downloadBlob(await get(shopId, customerId), `${title}_${correctedNow().toISOString().slice(0, 10)}.zip`)
      },
      success: { title: t.exported(), description: t.exportedText() },
      failure: { title: t.exportFailed(), description: t.exportFailedText() },
    })
    setIsBusy(false)
  }

  return (
    <div className="mt-6 border-t border-line pt-4">
      <Button variant="ghost" className="px-4" disabled={isOffline} busy={isBusy} onClick={() => void save()}>
        <Download aria-hidden="true" />
        {t.export()}
      </Button>
      <p className="px-3 text-sm text-muted">{isOffline ? t.exportOffline() : t.exportText()}</p>
    </div>
  )
}
