import { UserPlus, Copy } from 'lucide-react'
import { useState } from 'react'
import type { CreatedUserAnswer } from '#schema/api/answers/administration-answers.ts'
import type { SessionUser } from '#schema/api/sync.ts'
import { reads, createUser, updateUser, resetPassword } from '#web/api/admin-api.ts'
import { CsvButton, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Picker } from '../app/entity-picker.tsx'
import { OnlineData } from '../online/online-list.tsx'
import { useOnline } from '../online/online-work.tsx'
import { personName } from '../online/person-name.tsx'
import { SubHeading, fieldGridClass } from '../online/section.tsx'
import { isPrivilege, privilegeNames, type Privilege } from '#schema/privileges.ts'
import { findPrivilegesBeyond } from '#schema/rules/access/administration.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useAuth } from '#web/session/session.ts'
import { UserAccess } from './user-access.tsx'
import { UserEntities, UserPrivileges, UserShops } from './user-assignments.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ContactFields } from '../online/contact-fields.tsx'
import { userFailure, userSuccess } from '../online/failures.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { createUserForm, createUserToBody, editUserForm, userFormToBody, userToForm, passwordResetSchema } from './form.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { UserFields } from './user-fields.tsx'
import { passwordMinLength } from '#schema/api/administration.ts'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-team-texts.ts'

/** Shows the generated password, which cannot be read again. */
function CredentialsDialog({ user: { login_id, password }, onClose }: { user: CreatedUserAnswer; onClose: () => void }) {
  const loginIdLine = t.users.loginIdLine({ loginId: login_id })
  const text = password === undefined ? loginIdLine : `${loginIdLine}\n${t.users.passwordLine({ password })}`
  return (
    <Dialog
      open
      size="sm"
      title={t.users.created()}
      onCloseRequest={onClose}
      isClosedByFooter={password !== undefined}
      footer={
        <>
          <CopyButton readText={() => text} icon={<Copy aria-hidden="true" />}>
            {common.copy()}
          </CopyButton>
          <Button variant="primary" onClick={onClose}>
            {settings.done()}
          </Button>
        </>
      }
    >
      <dl className="flex flex-col gap-3">
        <Value label={t.users.loginId()} value={login_id} />
        {password !== undefined && <Value label={t.users.password()} value={password} />}
      </dl>
      {password !== undefined && <p className="mt-4 text-muted">{t.users.shownOnce()}</p>}
    </Dialog>
  )
}

const Value = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-lg break-all select-all">{value}</dd>
  </div>
)

const labels = createUserForm.inputLabels

/** The password is not stored in the draft. */
function CreateUser({ onCreated }: { onCreated: (user: CreatedUserAnswer) => void }) {
  return (
    <OnlineForm
      label={t.users.create()}
      formKey="user-add"
      schema={createUserForm.schema}
      opened={createUserForm.empty}
      secrets={['password']}
      submitText={t.users.create()}
      busyText={settings.creating()}
      send={(form) => createUser(createUserToBody(form))}
      success={userSuccess(t.users.createdWell())}
      failure={userFailure(t.users.createFailed())}
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
            <Field label={labels.loginId} error={errors.loginId?.message} hint={t.users.loginIdHint()}>
              <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('loginId')} />
            </Field>
            <Field label={labels.password} error={errors.password?.message} hint={t.users.passwordHint()}>
              <PasswordField autoComplete="new-password" {...form.register('password')} />
            </Field>
            <ContactFields form={form} labels={labels} />
          </div>
        )
      }}
    </OnlineForm>
  )
}

/** `beginId`: the user chosen first. */
export function UserManagement({ beginId = '' }: { beginId?: string }) {
  const users = useOnline(reads.users)
  const [chosenId, setChosenId] = useState(beginId)
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<CreatedUserAnswer>()
  return (
    <OnlineData answer={users}>
      {(rows) => {
        const user = rows.find(({ id }) => id === chosenId)
        return (
          <div className="flex flex-col gap-5">
            <div className="flex flex-wrap items-start gap-3">
              <div className="w-full max-w-100 min-w-0 flex-1 basis-60">
                <Picker
                  label={t.users.select()}
                  placeholder={settings.selectUser()}
                  options={rows.map(({ id, name, login_id }) => ({
                    value: id,
                    label: personName(name, login_id) === login_id ? login_id : `${personName(name, login_id)} (${login_id})`,
                  }))}
                  value={isCreating ? '' : (user?.id ?? '')}
                  onChange={(id) => {
                    setChosenId(id)
                    setIsCreating(false)
                  }}
                  noneText={t.users.none()}
                />
              </div>
              <Button className="sm:mt-5.5" aria-expanded={isCreating} onClick={() => setIsCreating(!isCreating)}>
                <UserPlus aria-hidden="true" />
                {t.users.new()}
              </Button>
              <span className="sm:mt-5.5">
                <CsvButton what={t.users.title()} read={() => toUsersTable(rows)} />
              </span>
            </div>
            {isCreating && (
              <div>
                <SubHeading>{t.users.create()}</SubHeading>
                <CreateUser
                  onCreated={(answer) => {
                    setCreated(answer)
                    setChosenId(answer.id)
                    setIsCreating(false)
                  }}
                />
              </div>
            )}
            {!isCreating && user !== undefined && (
              <div key={user.id}>
                <ChosenUser user={user} />
              </div>
            )}
            {created !== undefined && <CredentialsDialog user={created} onClose={() => setCreated(undefined)} />}
          </div>
        )
      }}
    </OnlineData>
  )
}

export const toUsersTable = (users: readonly SessionUser[]): CsvTable => ({
  header: [common.name(), t.users.loginId(), common.email(), common.phone()],
  rows: users.map((user) => [user.name, user.login_id, user.email, [user.countryCode, user.phone].filter(Boolean).join(' ')]),
})

/** Everything about one user; read-only if they have more privileges than the administrator. */
function ChosenUser({ user }: { user: SessionUser }) {
  const { hasPrivilege } = useAuth()
  const isSelf = useBootstrap()?.user.id === user.id
  const held = useOnline(reads.userPrivileges(user.id))
  return (
    <OnlineData answer={held}>
      {(rows) => {
        const theirs = new Set(rows.flatMap(({ privilegeName }): Privilege[] => (isPrivilege(privilegeName) ? [privilegeName] : [])))
        const beyond = isSelf ? [] : findPrivilegesBeyond(new Set(privilegeNames.filter(hasPrivilege)), theirs)
        const isLocked = beyond.length > 0
        return (
          <>
            {isLocked && <p className="max-w-200 rounded-md bg-sunken px-3 py-2.5">{t.users.beyond({ privileges: beyond.join(', ') })}</p>}
            {!isLocked && (
              <>
                <SubHeading>{t.users.information()}</SubHeading>
                <EditUser user={user} />
                <SubHeading>{t.users.resetPassword()}</SubHeading>
                <ResetPassword userId={user.id} />
              </>
            )}
            <SubHeading>{t.users.signIn()}</SubHeading>
            <UserAccess userId={user.id} />
            <SubHeading>{t.users.shops()}</SubHeading>
            <UserShops userId={user.id} isLocked={isLocked} />
            <SubHeading>{t.users.entities()}</SubHeading>
            <UserEntities userId={user.id} isLocked={isLocked} />
            <SubHeading>{t.users.privileges()}</SubHeading>
            <UserPrivileges userId={user.id} isSelf={isSelf} isLocked={isLocked} />
          </>
        )
      }}
    </OnlineData>
  )
}

function EditUser({ user }: { user: SessionUser }) {
  return (
    <OnlineForm
      label={t.users.information()}
      formKey={`user-edit/${user.id}`}
      schema={editUserForm.schema}
      opened={userToForm(user)}
      submitText={t.users.update()}
      send={(form) => updateUser(user.id, userFormToBody(form))}
      success={userSuccess(t.users.updated())}
      failure={userFailure(t.users.updateFailed())}
      afterwards="kept"
    >
      {(form) => <UserFields form={form} />}
    </OnlineForm>
  )
}

function ResetPassword({ userId }: { userId: string }) {
  return (
    <OnlineForm
      label={t.users.resetPassword()}
      formKey={`password-reset/${userId}`}
      schema={passwordResetSchema}
      opened={{ newPassword: '' }}
      secrets={['newPassword']}
      submitText={t.users.resetPassword()}
      send={({ newPassword }) => resetPassword(userId, newPassword)}
      success={userSuccess(t.users.passwordReset())}
      failure={userFailure(t.users.passwordResetFailed())}
      afterwards="emptied"
    >
      {(form) => (
        <Field
          label={t.users.newPassword()}
          required
          error={form.formState.errors.newPassword?.message}
          hint={t.users.newPasswordHint({ count: String(passwordMinLength) })}
          className="max-w-100"
        >
          <PasswordField autoComplete="new-password" {...form.register('newPassword')} />
        </Field>
      )}
    </OnlineForm>
  )
}
