import { useEffect, useState } from 'react'
import { passwordMinLength } from '#schema/api/administration.ts'
import type { SessionUser } from '#schema/api/sync.ts'
import { changePassword, updateProfile } from '#web/api/admin-api.ts'
import { notifySuccess, runAction } from '#web/navigation/notify.ts'
import { hasUnsavedText } from '#web/forms/drafts/unsaved.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { OfflineNotice, OnlineWork } from '../online/online-work.tsx'
import { Section } from '../online/section.tsx'
import { UserFields } from '../users/user-fields.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { SecondFactor } from './second-factor.tsx'
import { editUserForm, passwordChangeSchema, profileFormToBody, userToForm } from '../users/form.ts'
import { shopsToOfflineRule } from '#schema/rules/access/offline-entry.ts'
import { useBootstrap, useHasPin } from '#web/device/react/use-device.ts'
import { canHashPins } from '#web/session/pin.ts'
import { browserOfflineEntry } from '#web/session/browser-offline-entry.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PinDialog } from './pin-dialog.tsx'

const key = 'mainspring-notice'

/** Reloads the page, which then shows the text. */
function reloadWithNotice(text: string): void {
  sessionStorage.setItem(key, text)
  window.location.reload()
}

/** Takes the stored notice, so that it shows once. */
function takeReloadNotice(): string | undefined {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return text ?? undefined
}

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
    // A reload would lose other unsaved text; without it, the name arrives by sync.
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

const emptyPasswords = { currentPassword: '', newPassword: '', confirmPassword: '', endTokens: false }

/** Passwords are never stored in a draft. */
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
      send={({ currentPassword, newPassword, endTokens }) => changePassword({ currentPassword, newPassword, ...(endTokens && { endTokens }) })}
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
              hint={`At least ${passwordMinLength} characters. Your other devices are signed out.`}
            >
              <PasswordField autoComplete="new-password" {...form.register('newPassword')} />
            </Field>
            <Field label="Confirm New Password" required error={errors.confirmPassword?.message}>
              <PasswordField autoComplete="new-password" {...form.register('confirmPassword')} />
            </Field>
            <Checkbox
              label="Revoke my API tokens too"
              hint="If somebody may know your old password. Your programs need new tokens then."
              {...form.register('endTokens')}
            />
          </div>
        )
      }}
    </OnlineForm>
  )
}

/** This user's PIN on this device; shown if a shop requires one or one is set. */
function OfflinePin({ userId }: { userId: string }) {
  const hasPin = useHasPin(userId)
  const bootstrap = useBootstrap()
  const [isOpen, setIsOpen] = useState(false)
  const { asksPin } = shopsToOfflineRule(bootstrap?.shops ?? [])
  if (hasPin === undefined || (!asksPin && !hasPin)) return null
  return (
    <Section
      id="offline-pin"
      title="PIN for this device"
      text="Asked for when this device opens without the server. It locks the screen and encrypts nothing. Forgotten? Sign in with your password while there is a connection, and set another."
    >
      <p className="mb-3">
        {hasPin
          ? asksPin
            ? 'Set.'
            : 'Set, but none of your shops asks for it.'
          : canHashPins()
            ? 'Not set yet: this device opens without one.'
            : 'This browser can keep a PIN only where Mainspring is reached over https.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {canHashPins() && <Button onClick={() => setIsOpen(true)}>{hasPin ? 'Change PIN' : 'Set PIN'}</Button>}
        {hasPin && !asksPin && (
          <Button
            variant="ghost"
            className="text-danger-ink hover:bg-danger-soft"
            onClick={() => void runAction({ run: () => browserOfflineEntry.pins.remove(userId), failure: 'The PIN could not be removed' })}
          >
            Remove PIN
          </Button>
        )}
      </div>
      <PinDialog userId={userId} open={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  )
}
