import { passwordMinLength } from '#schema/api/administration.ts'
import { resetPassword } from '#web/api/admin-api.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { userFailure, userSuccess } from '../online/failures.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { passwordResetSchema } from './form.ts'

/** Reset password (USER-04, VAL-69). */
export function ResetPassword({ userId }: { userId: string }) {
  return (
    <OnlineForm
      label="Reset Password"
      formKey={`password-reset/${userId}`}
      schema={passwordResetSchema}
      opened={{ newPassword: '' }}
      secrets={['newPassword']}
      submitText="Reset Password"
      send={({ newPassword }) => resetPassword(userId, newPassword)}
      success={userSuccess('Password reset successfully')}
      failure={userFailure('Failed to reset password')}
      afterwards="emptied"
    >
      {(form) => (
        <Field
          label="New Password"
          required
          error={form.formState.errors.newPassword?.message}
          hint={`At least ${passwordMinLength} characters. It ends the person's sessions and API tokens.`}
          className="max-w-100"
        >
          <PasswordField autoComplete="new-password" {...form.register('newPassword')} />
        </Field>
      )}
    </OnlineForm>
  )
}
