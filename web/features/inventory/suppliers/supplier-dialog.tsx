import type { UseFormReturn } from 'react-hook-form'
import type { Supplier } from '#schema/collections/stock/suppliers.ts'
import { runAction } from '#web/navigation/notify.ts'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { pickChanges } from '#web/forms/define-form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { PhonePairField } from '#web/inputs/phone/phone-pair-field.tsx'
import { withPlainLineEnds } from '#web/forms/plain-line-ends.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type SupplierForm, supplierForm } from './supplier-form.ts'
import { t } from './suppliers-texts.ts'

export function SupplierDialog({ supplierId, ...request }: FormDialogRequest & { supplierId?: string | undefined }) {
  const opening = useFormOpening(request, supplierId === undefined ? `supplier-add/${request.shopId}` : `supplier-edit/${supplierId}`)
  const edited = useEditedRow('suppliers', supplierId ?? null)
  if (opening === undefined || edited.state === 'loading') return null
  if (supplierId === undefined) return <AddSupplierForm opening={opening} />
  if (edited.first === undefined)
    return <MissingRow text={t.notFound()} typed={opening.draft && draftToText('suppliers', opening.draft)} onClose={request.onClose} />
  return <EditSupplierForm opening={opening} first={edited.first} row={edited.row} />
}

function AddSupplierForm({ opening }: { opening: FormOpening }) {
  const { refused } = opening
  const write = useFormWrite(opening)
  const { form, shell, submit } = useAddForm(opening, { definition: supplierForm })
  const save = submit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'suppliers', id: refused?.rowIds[0], values: supplierForm.toValues(typed) }]),
      success: t.added(),
      failure: t.addFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog title={t.add()} size="md" shell={shell} onSubmit={() => void save()} submitText={t.add()}>
      <SupplierFields form={form} />
    </FormDialog>
  )
}

function EditSupplierForm({ opening, first, row }: { opening: FormOpening; first: Supplier; row: Supplier | undefined }) {
  const write = useFormWrite(opening)
  const { form, shell, edit, submit } = useEditForm(opening, { definition: supplierForm, first, row })
  const save = submit(async (typed) => {
    const outcome = await runAction({
      // Compare with the row itself, so that a country code offered by the form is saved with a number.
      run: () =>
        write([
          {
            action: 'update',
            collection: 'suppliers',
            id: first.id,
            values: pickChanges(withPlainLineEnds(edit.opened), supplierForm.toValues(typed)),
            seen: edit.opened,
          },
        ]),
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
          row={{ collection: 'suppliers', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => fieldToNews(supplierForm, field, stored[field])}
          readText={() => typedToLines(supplierForm, (field) => form.getValues(field))}
        />
      }
    >
      <SupplierFields form={form} />
    </FormDialog>
  )
}

const labels = supplierForm.inputLabels

function SupplierFields({ form }: { form: UseFormReturn<SupplierForm> }) {
  const { errors } = form.formState
  return (
    <div className="flex flex-col gap-4">
      <Field label={labels.supplierName} required error={errors.supplierName?.message}>
        <TextField autoComplete="off" {...form.register('supplierName')} />
      </Field>
      <Field label={labels.contactName} error={errors.contactName?.message}>
        <TextField autoComplete="off" autoCapitalize="words" {...form.register('contactName')} />
      </Field>
      <Field label={labels.email} error={errors.email?.message}>
        <TextField type="email" inputMode="email" autoComplete="off" autoCapitalize="none" {...form.register('email')} />
      </Field>
      <PhonePairField form={form} codeName="countryCode" phoneName="phone" codeLabel={labels.countryCode} phoneLabel={labels.phone} />
      <Field label={labels.address} error={errors.address?.message}>
        <TextArea rows={3} {...form.register('address')} />
      </Field>
      <Field label={labels.notes} error={errors.notes?.message}>
        <TextArea rows={2} {...form.register('notes')} />
      </Field>
    </div>
  )
}
