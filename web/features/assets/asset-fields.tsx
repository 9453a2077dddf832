import type { UseFormReturn } from 'react-hook-form'
import { assetKinds } from '#schema/values/assets/asset-title.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type AssetForm, assetForm } from './form.ts'
import { t } from './assets-texts.ts'
import { deviceKindToText } from '#web/language/set-names-texts.ts'

const labels = assetForm.inputLabels
const kinds = assetKinds.map((kind) => ({ value: kind, label: kind === 'other' ? t.other() : deviceKindToText(kind) }))

export function AssetFields({ form }: { form: UseFormReturn<AssetForm> }) {
  const { errors } = form.formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={labels.kind} error={errors.kind?.message}>
        <Select options={kinds} {...form.register('kind')} />
      </Field>
      <Field label={labels.brand} error={errors.brand?.message}>
        <TextField autoComplete="off" autoCapitalize="words" {...form.register('brand')} />
      </Field>
      <Field label={labels.model} error={errors.model?.message}>
        <TextField autoComplete="off" {...form.register('model')} />
      </Field>
      <Field label={labels.color} error={errors.color?.message}>
        <TextField autoComplete="off" {...form.register('color')} />
      </Field>
      <Field label={labels.serial} error={errors.serial?.message}>
        <TextField autoComplete="off" autoCapitalize="characters" spellCheck={false} {...form.register('serial')} />
      </Field>
      <Field label={labels.imei} error={errors.imei?.message}>
        <TextField inputMode="numeric" autoComplete="off" numeric {...form.register('imei')} />
      </Field>
      <Field label={labels.notes} error={errors.notes?.message} className="sm:col-span-2">
        <TextArea rows={2} {...form.register('notes')} />
      </Field>
    </div>
  )
}
