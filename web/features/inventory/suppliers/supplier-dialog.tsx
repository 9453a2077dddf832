import type { UseFormReturn } from 'react-hook-form'
import { pickChanges } from '#web/forms/define-form.ts'
import type { FormDialogRequest } from '#web/forms/form-opening.ts'
import { RowDialog } from '#web/forms/row-dialog.tsx'
import { PhonePairField } from '#web/inputs/phone/phone-pair-field.tsx'
import { withPlainLineEnds } from '#web/forms/plain-line-ends.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type SupplierForm, supplierForm } from './supplier-form.ts'
import { t } from './suppliers-texts.ts'

export function SupplierDialog({ supplierId, ...request }: FormDialogRequest & { supplierId?: string | undefined }) {
  const formKey = supplierId === undefined ? `supplier-add/${request.shopId}` : `supplier-edit/${supplierId}`
  return (
    <RowDialog
      request={request}
      formKey={formKey}
      collection="suppliers"
      rowId={supplierId}
      definition={supplierForm}
      texts={t}
      // Compare with the row itself, so that a country code offered by the form is saved with a number.
      toChanges={(typed, opened) => pickChanges(withPlainLineEnds(opened), supplierForm.toValues(typed))}
    >
      {(form) => <SupplierFields form={form} />}
    </RowDialog>
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
