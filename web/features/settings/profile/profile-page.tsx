import { useEffect, useState } from 'react'
import { passwordMinLength } from '#schema/api/administration.ts'
import type { SessionUser } from '#schema/api/sync.ts'
import { changePassword, updateProfile } from '#web/api/admin-api.ts'
import { notifySuccess } from '#web/navigation/notify.ts'
import { hasUnsavedText } from '#web/forms/drafts/unsaved.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { OfflineNotice, OnlineWork } from '../online/online-work.tsx'
import { Section } from '../online/section.tsx'
import { UserFields } from '../users/user-fields.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { OfflinePin } from './offline-pin.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { SecondFactor } from './second-factor.tsx'
import { takeReloadNotice, reloadWithNotice } from './reload-notice.ts'
import { editUserForm, passwordChangeSchema, profileFormToBody, userToForm } from '../users/form.ts'

/** Profile Settings: the own data and the own password (PROF-01..10), how one signs in and where, and the own API tokens. */
export function ProfilePage({ user }: { user: SessionUser | null }) {
  useEffect(() => {
    const notice = takeReloadNotice()
    if (notice !== undefined) notifySuccess(notice)
  }, [])
  if (user === null) return <EmptyState title="Please log in to view your profile." />
  return (
    <OnlineWork>
      <section aria-label="Profile Settings">
        <PageHeader title="Profile Settings" />
        <OfflineNotice />
        <div className="px-4 pb-8">
          <Section id="profile-information" title="Profile Information">
            <ProfileForm user={user} />
          </Section>
          <Section id="change-password" title="Change Password">
            <PasswordForm />
          </Section>
          <SecondFactor />
          <OfflinePin userId={user.id} />
          <OwnSessions />
          <ApiTokens />
        </div>
      </section>
    </OnlineWork>
  )
}

const updated = 'Profile updated successfully'

function ProfileForm({ user }: { user: SessionUser }) {
  const [updates, setUpdates] = useState(0)
  useEffect(() => {
    if (updates === 0) return
    // A saved profile reloads the page (PROF-09); never under something else that is typed. Then the device brings the new name.
    if (hasUnsavedText()) notifySuccess(updated)
    else reloadWithNotice(updated)
  }, [updates])
  return (
    <OnlineForm
      label="Profile Information"
      formKey="profile"
      schema={editUserForm.schema}
      opened={userToForm(user)}
      submitText="Update Profile"
      busyText="Updating..."
      send={(form) => updateProfile(profileFormToBody(form))}
      success={undefined}
      failure="Failed to update profile"
      afterwards="kept"
      onSent={() => setUpdates(updates + 1)}
    >
      {(form) => <UserFields form={form} />}
    </OnlineForm>
  )
}

const emptyPasswords = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Nothing of it is kept on the device. */
function PasswordForm() {
  return (
    <OnlineForm
      label="Change Password"
      formKey="password"
      schema={passwordChangeSchema}
      opened={emptyPasswords}
      secrets={['currentPassword', 'newPassword', 'confirmPassword']}
      submitText="Change Password"
      busyText="Changing..."
      send={({ currentPassword, newPassword }) => changePassword({ currentPassword, newPassword })}
      success="Password changed successfully"
      failure="Failed to change password"
      afterwards="emptied"
    >
      {(form) => {
        const { errors } = form.formState
        return (
          <div className="flex max-w-100 flex-col gap-4">
            <Field label="Current Password" required error={errors.currentPassword?.message}>
              <PasswordField autoComplete="current-password" {...form.register('currentPassword')} />
            </Field>
            <Field
              label="New Password"
              required
              error={errors.newPassword?.message}
              hint={`At least ${passwordMinLength} characters. Your other devices are signed out; API tokens stay.`}
            >
              <PasswordField autoComplete="new-password" {...form.register('newPassword')} />
            </Field>
            <Field label="Confirm New Password" required error={errors.confirmPassword?.message}>
              <PasswordField autoComplete="new-password" {...form.register('confirmPassword')} />
            </Field>
          </div>
        )
      }}
    </OnlineForm>
  )
}
