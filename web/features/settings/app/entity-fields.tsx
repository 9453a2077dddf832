import type { UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ContactFields } from '../online/contact-fields.tsx'
import { fieldGridClass } from '../online/section.tsx'
import { type EntityForm, entityForm } from './entity-form.ts'

const labels = entityForm.inputLabels

/** APP-02, APP-03. */
export function EntityFields({ form }: { form: UseFormReturn<EntityForm> }) {
  const { errors } = form.formState
  return (
    <div className={fieldGridClass}>
      <Field label={labels.entityName} required error={errors.entityName?.message}>
        <TextField autoComplete="off" {...form.register('entityName')} />
      </Field>
      <Field label={labels.contactName} required error={errors.contactName?.message}>
        <TextField autoComplete="off" autoCapitalize="words" {...form.register('contactName')} />
      </Field>
      <ContactFields form={form} labels={labels} marksNeed />
      <Field label={labels.entityAddress} error={errors.entityAddress?.message} className="md:col-span-2">
        <TextArea rows={3} {...form.register('entityAddress')} />
      </Field>
    </div>
  )
}
