import type { UseFormReturn } from 'react-hook-form'
import { assetKinds } from '#schema/values/assets/asset-title.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import type { FormDialogRequest } from '#web/forms/form-opening.ts'
import { RowDialog } from '#web/forms/row-dialog.tsx'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type TestForm, testForm } from './form.ts'
import { t } from './tests-texts.ts'
import { deviceKindToText } from '#web/language/set-names-texts.ts'

/** `testId`: undefined for a new list. */
export function TestDialog({ testId, ...request }: FormDialogRequest & { testId?: string | undefined }) {
  const formKey = testId === undefined ? `test-add/${request.shopId}` : `test-edit/${testId}`
  return (
    <RowDialog request={request} formKey={formKey} collection="tests" rowId={testId} definition={testForm} texts={t} toWords={toWords}>
      {(form) => <TestFields form={form} />}
    </RowDialog>
  )
}

const kinds = [{ value: '', label: t.anyDevice() }, ...assetKinds.map((kind) => ({ value: kind as string, label: deviceKindToText(kind) }))]

function toWords(form: TestForm, field: keyof TestForm): string {
  const typed = form[field]
  if (typeof typed === 'boolean') return typed ? t.yes() : t.no()
  if (field === 'beforeStatusId' || field === 'afterStatusId')
    return typed === '' ? t.noStatus() : (orderStatusById.get(typed)?.statusName ?? t.anotherStatus())
  return field === 'deviceKind' ? (kinds.find(({ value }) => value === typed)?.label ?? typed) : typed
}

const labels = testForm.inputLabels

function TestFields({ form }: { form: UseFormReturn<TestForm> }) {
  const { errors } = form.formState
  const statuses = useOrderStatuses().map(({ id, statusName }) => ({ value: id, label: statusName }))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={labels.name} required error={errors.name?.message}>
        <TextField autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={labels.deviceKind} error={errors.deviceKind?.message}>
        <Select options={kinds} {...form.register('deviceKind')} />
      </Field>
      <Field label={labels.items} required error={errors.items?.message} hint={t.itemsHint()} className="sm:col-span-2">
        <TextArea rows={6} {...form.register('items')} />
      </Field>
      {(['beforeStatusId', 'afterStatusId'] as const).map((name) => (
        <Field key={name} label={labels[name]} error={errors[name]?.message}>
          <Select placeholder={t.chooseNoStatus()} options={statuses} {...form.register(name)} />
        </Field>
      ))}
      <Checkbox label={labels.archived} hint={t.archivedHint()} {...form.register('archived')} />
    </div>
  )
}
