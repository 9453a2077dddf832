import { useEffect, useState } from 'react'
import { passwordMinLength } from '#schema/api/administration.ts'
import type { SessionUser } from '#schema/api/sync.ts'
import { pickLanguage } from '#schema/language/pick-language.ts'
import { languageToName } from '#schema/values/places/language.ts'
import { changePassword, updateProfile, reads } from '#web/api/admin-api.ts'
import { shopToStaffLanguage } from '#web/language/shop-language.ts'
import { keepLanguage } from '#web/language/staff-texts.ts'
import { useRememberedShop } from '#web/navigation/last-shop.ts'
import { sortShops } from '#web/navigation/paths.ts'
import { notifySuccess, runAction } from '#web/navigation/notify.ts'
import { hasUnsavedText } from '#web/forms/drafts/unsaved.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { OfflineNotice, OnlineWork, useOnline } from '../online/online-work.tsx'
import { Section } from '../online/section.tsx'
import { UserFields } from '../users/user-fields.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { passwordChangeSchema, profileForm, profileFormToBody, userToProfileForm } from '../users/form.ts'
import { languageChoices } from '../details/region-choices.ts'
import { shopsToOfflineRule } from '#schema/rules/access/offline-entry.ts'
import { useBootstrap, useHasPin } from '#web/device/react/use-device.ts'
import { canHashPins } from '#web/session/pin.ts'
import { useAuth } from '#web/session/session.ts'
import { browserOfflineEntry } from '#web/session/browser-offline-entry.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { t } from './profile-texts.ts'
import { Smartphone } from 'lucide-react'
import type { SecondFactorAnswer } from '#schema/api/account.ts'
import { formatDate } from '#web/inputs/time/time.ts'
import { OnlineData } from '../online/online-list.tsx'
import { RenewCodesDialog, SetUpDialog, TurnOffDialog } from './second-factor-dialogs.tsx'

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
  if (user === null) return <EmptyState title={t.signedOut()} />
  return (
    <OnlineWork>
      <section aria-label={t.title()}>
        <PageHeader title={t.title()} />
        <OfflineNotice />
        <div data-wide className="px-4 pb-8">
          <Section id="profile-information" title={t.information()}>
            <ProfileForm user={user} />
          </Section>
          <Section id="change-password" title={t.changePassword()}>
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

const updated = t.updated()

function ProfileForm({ user }: { user: SessionUser }) {
  const { check } = useAuth()
  const [updates, setUpdates] = useState(0)
  const ofShop = shopToStaffLanguage(useRememberedShop(sortShops(useBootstrap()?.shops ?? [])))
  useEffect(() => {
    if (updates === 0) return
    // A reload would lose other unsaved text; without it, the name arrives by sync.
    if (hasUnsavedText()) notifySuccess(updated)
    // The device keeps who this is first: the next page may begin without a network.
    else void check().finally(() => reloadWithNotice(updated))
  }, [updates, check])
  return (
    <OnlineForm
      label={t.information()}
      formKey="profile"
      schema={profileForm.schema}
      opened={userToProfileForm(user)}
      submitText={t.update()}
      busyText={t.updating()}
      send={(form) => updateProfile(profileFormToBody(form))}
      success={undefined}
      failure={t.updateFailed()}
      afterwards="kept"
      onSent={(_, { language }) => {
        keepLanguage(pickLanguage([language]) ?? ofShop)
        setUpdates(updates + 1)
      }}
    >
      {(form) => (
        <>
          <UserFields form={form} />
          <Field label={t.language()} error={form.formState.errors.language?.message} className="mt-4 max-w-100">
            <Select placeholder={t.asTheShop({ language: languageToName(ofShop, ofShop) })} options={languageChoices} {...form.register('language')} />
          </Field>
        </>
      )}
    </OnlineForm>
  )
}

const emptyPasswords = { currentPassword: '', newPassword: '', confirmPassword: '', endTokens: false }

/** Passwords are never stored in a draft. */
function PasswordForm() {
  return (
    <OnlineForm
      label={t.changePassword()}
      formKey="password"
      schema={passwordChangeSchema}
      opened={emptyPasswords}
      secrets={['currentPassword', 'newPassword', 'confirmPassword']}
      submitText={t.changePassword()}
      busyText={t.changing()}
      send={({ currentPassword, newPassword, endTokens }) => changePassword({ currentPassword, newPassword, ...(endTokens && { endTokens }) })}
      success={t.passwordChanged()}
      failure={t.passwordFailed()}
      afterwards="emptied"
    >
      {(form) => {
        const { errors } = form.formState
        return (
          <div className="flex max-w-100 flex-col gap-4">
            <Field label={t.currentPassword()} required error={errors.currentPassword?.message}>
              <PasswordField autoComplete="current-password" {...form.register('currentPassword')} />
            </Field>
            <Field label={t.newPassword()} required error={errors.newPassword?.message} hint={t.newPasswordHint({ count: passwordMinLength })}>
              <PasswordField autoComplete="new-password" {...form.register('newPassword')} />
            </Field>
            <Field label={t.confirmPassword()} required error={errors.confirmPassword?.message}>
              <PasswordField autoComplete="new-password" {...form.register('confirmPassword')} />
            </Field>
            <Checkbox label={t.endTokens()} hint={t.endTokensHint()} {...form.register('endTokens')} />
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
    <Section id="offline-pin" title={t.pinHead()} text={t.pinText()}>
      <p className="mb-3">{hasPin ? (asksPin ? t.pinSet() : t.pinSetUnasked()) : canHashPins() ? t.pinNotSet() : t.pinNeedsHttps()}</p>
      <div className="flex flex-wrap gap-3">
        {canHashPins() && <Button onClick={() => setIsOpen(true)}>{hasPin ? t.changePin() : t.setPin()}</Button>}
        {hasPin && !asksPin && (
          <Button
            variant="ghost"
            className="text-danger-ink hover:bg-danger-soft"
            onClick={() => void runAction({ run: () => browserOfflineEntry.pins.remove(userId), failure: t.pinNotRemoved() })}
          >
            {t.removePin()}
          </Button>
        )}
      </div>
      <PinDialog userId={userId} open={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  )
}

type Shown = 'none' | 'set-up' | 'renew' | 'turn-off'

function SecondFactor() {
  const answer = useOnline(reads.secondFactor)
  const [shown, setShown] = useState<Shown>('none')
  const close = (): void => setShown('none')
  return (
    <Section id="sign-in-code" title={t.codeHead()} text={t.codeText()}>
      <OnlineData answer={answer}>
        {(state) => (
          <>
            <p className="mb-3">{stateToWords(state)}</p>
            {state.onSince === null ? (
              <Button onClick={() => setShown('set-up')}>
                <Smartphone aria-hidden="true" />
                {t.setUp()}
              </Button>
            ) : (
              <div className="flex flex-wrap gap-3">
                <Button onClick={() => setShown('renew')}>{t.newCodes()}</Button>
                <Button variant="ghost" className="text-danger-ink hover:bg-danger-soft" onClick={() => setShown('turn-off')}>
                  {t.turnOff()}
                </Button>
              </div>
            )}
          </>
        )}
      </OnlineData>
      {shown === 'set-up' && <SetUpDialog onClose={close} />}
      {shown === 'renew' && <RenewCodesDialog onClose={close} />}
      {shown === 'turn-off' && <TurnOffDialog onClose={close} />}
    </Section>
  )
}

function stateToWords({ onSince, recoveryCodesLeft }: SecondFactorAnswer): string {
  if (onSince === null) return t.codesOff()
  return t.codesOn({ day: formatDate(onSince), left: recoveryCodesLeft })
}
