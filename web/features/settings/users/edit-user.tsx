import type { SessionUser } from '#schema/api/sync.ts'
import { updateUser } from '#web/api/admin-api.ts'
import { userFailure, userSuccess } from '../online/failures.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { UserFields } from './user-fields.tsx'
import { editUserForm, userFormToBody, userToForm } from './form.ts'

/** Edit user info (USER-03). */
export function EditUser({ user }: { user: SessionUser }) {
  return (
    <OnlineForm
      label="User Information"
      formKey={`user-edit/${user.id}`}
      schema={editUserForm.schema}
      opened={userToForm(user)}
      submitText="Update User"
      send={(form) => updateUser(user.id, userFormToBody(form))}
      success={userSuccess('User information updated successfully')}
      failure={userFailure('Failed to update user information')}
      afterwards="kept"
    >
      {(form) => <UserFields form={form} />}
    </OnlineForm>
  )
}
