import type { UseFormReturn } from 'react-hook-form'
import type { UserEditForm } from '#schema/forms/user.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ContactFields, userContactLabels } from '../online/contact-fields.tsx'
import { fieldGridClass } from '../online/section.tsx'

/** A user's data, as an administrator and as the person sees them (USER-03, PROF-03). */
export function UserFields({ form }: { form: UseFormReturn<UserEditForm> }) {
  const { errors } = form.formState
  return (
    <div className={fieldGridClass}>
      <Field label="Login ID" required error={errors.loginId?.message}>
        <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('loginId')} />
      </Field>
      <Field label="Name" error={errors.name?.message}>
        <TextField autoComplete="off" autoCapitalize="words" {...form.register('name')} />
      </Field>
      <Field label="Email" error={errors.email?.message} className="md:col-span-2">
        <TextField type="email" inputMode="email" autoComplete="off" autoCapitalize="none" {...form.register('email')} />
      </Field>
      <ContactFields form={form} labels={userContactLabels} />
    </div>
  )
}
