import type { UseFormReturn } from 'react-hook-form'
import type { EntityForm } from '#schema/forms/entity.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ContactFields, entityContactLabels } from '../online/contact-fields.tsx'
import { fieldGridClass } from '../online/section.tsx'

/** APP-02, APP-03. */
export function EntityFields({ form }: { form: UseFormReturn<EntityForm> }) {
  const { errors } = form.formState
  return (
    <div className={fieldGridClass}>
      <Field label="Entity Name" required error={errors.entityName?.message}>
        <TextField autoComplete="off" {...form.register('entityName')} />
      </Field>
      <Field label="Contact Name" required error={errors.contactName?.message}>
        <TextField autoComplete="off" autoCapitalize="words" {...form.register('contactName')} />
      </Field>
      <ContactFields form={form} labels={entityContactLabels} marksNeed />
      <Field label="Entity Address" error={errors.entityAddress?.message} className="md:col-span-2">
        <TextArea rows={3} {...form.register('entityAddress')} />
      </Field>
    </div>
  )
}
