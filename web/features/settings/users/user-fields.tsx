import type { UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ContactFields } from '../online/contact-fields.tsx'
import { fieldGridClass } from '../online/section.tsx'
import { type EditUserForm, editUserForm } from './form.ts'

const labels = editUserForm.inputLabels

/** Also of the user's own profile, which has a field more. */
export function UserFields<Form extends EditUserForm>({ form: whole }: { form: UseFormReturn<Form> }) {
  const form = whole as unknown as UseFormReturn<EditUserForm>
  const { errors } = form.formState
  return (
    <div className={fieldGridClass}>
      <Field label={labels.loginId} required error={errors.loginId?.message}>
        <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('loginId')} />
      </Field>
      <Field label={labels.name} error={errors.name?.message}>
        <TextField autoComplete="off" autoCapitalize="words" {...form.register('name')} />
      </Field>
      <Field label={labels.email} error={errors.email?.message} className="md:col-span-2">
        <TextField type="email" inputMode="email" autoComplete="off" autoCapitalize="none" {...form.register('email')} />
      </Field>
      <ContactFields form={form} labels={labels} />
    </div>
  )
}
