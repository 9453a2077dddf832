import type { CreatedUserAnswer } from '#schema/api/answers/administration-answers.ts'
import { createUser } from '#web/api/admin-api.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ContactFields } from '../online/contact-fields.tsx'
import { userFailure, userSuccess } from '../online/failures.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { fieldGridClass } from '../online/section.tsx'
import { createUserForm, createUserToBody } from './form.ts'

const labels = createUserForm.inputLabels

/** Create a user (USER-02, USER-08, USER-09). The typed password is in no draft. */
export function CreateUser({ onCreated }: { onCreated: (user: CreatedUserAnswer) => void }) {
  return (
    <OnlineForm
      label="Create User"
      formKey="user-add"
      schema={createUserForm.schema}
      opened={createUserForm.empty}
      secrets={['password']}
      submitText="Create User"
      busyText="Creating..."
      send={(form) => createUser(createUserToBody(form))}
      success={userSuccess('User created successfully')}
      failure={userFailure('Failed to create user')}
      afterwards="emptied"
      onSent={onCreated}
    >
      {(form) => {
        const { errors } = form.formState
        return (
          <div className={fieldGridClass}>
            <Field label={labels.name} required error={errors.name?.message}>
              <TextField autoComplete="off" autoCapitalize="words" {...form.register('name')} />
            </Field>
            <Field label={labels.email} error={errors.email?.message}>
              <TextField type="email" inputMode="email" autoComplete="off" autoCapitalize="none" {...form.register('email')} />
            </Field>
            <Field label={labels.loginId} error={errors.loginId?.message} hint="Left empty, one is made.">
              <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('loginId')} />
            </Field>
            <Field label={labels.password} error={errors.password?.message} hint="Left empty, one is made and shown once.">
              <PasswordField autoComplete="new-password" {...form.register('password')} />
            </Field>
            <ContactFields form={form} labels={labels} />
          </div>
        )
      }}
    </OnlineForm>
  )
}
