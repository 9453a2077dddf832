import { Copy } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  codeBody,
  type PasswordAndCode,
  passwordAndCodeBody,
  passwordBody,
  type RecoveryCodesAnswer,
  type SecondFactorSetupAnswer,
} from '#schema/api/account.ts'
import { beginSecondFactor, confirmSecondFactor, renewRecoveryCodes, turnOffSecondFactor } from '#web/api/admin-api.ts'
import { SignInCodeField } from '#web/session/sign-in-code-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { OfflineNotice } from '../online/online-work.tsx'
import { QrCode } from './qr-code.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './profile-texts.ts'

type DialogProps = { onClose: () => void }

/** Asks for the password, then for the app's first code, then shows the recovery codes once. */
export function SetUpDialog({ onClose }: DialogProps) {
  const [begun, setBegun] = useState<SecondFactorSetupAnswer & { currentPassword: string }>()
  const [done, setDone] = useState<RecoveryCodesAnswer>()
  if (done !== undefined) return <RecoveryCodesDialog codes={done.recoveryCodes} title={t.codesAreOn()} onClose={onClose} />
  return (
    <Dialog key={begun === undefined ? 'password' : 'app'} open size="sm" title={t.setUpCodes()} onCloseRequest={onClose}>
      <OfflineNotice className="mb-4" />
      {begun === undefined ? (
        <OnlineForm
          label={t.currentPasswordForm()}
          formKey="second-factor-begin"
          schema={passwordBody}
          opened={{ currentPassword: '' }}
          secrets={['currentPassword']}
          submitText={t.continue()}
          busyText={t.checking()}
          send={({ currentPassword }) => beginSecondFactor(currentPassword)}
          success={undefined}
          failure={t.setUpFailed()}
          afterwards="kept"
          onSent={(setup, { currentPassword }) => setBegun({ ...setup, currentPassword })}
          cancel={{ text: common.cancel(), onCancel: onClose }}
        >
          {(form) => (
            <FirstFocus>
              <CurrentPassword form={form} />
            </FirstFocus>
          )}
        </OnlineForm>
      ) : (
        <OnlineForm
          label={t.firstCode()}
          formKey="second-factor-confirm"
          schema={codeBody}
          opened={{ code: '' }}
          secrets={['code']}
          submitText={t.turnOn()}
          busyText={t.checking()}
          send={({ code }) => confirmSecondFactor({ currentPassword: begun.currentPassword, code })}
          success={undefined}
          failure={t.turnOnFailed()}
          afterwards="kept"
          onSent={setDone}
          cancel={{ text: common.cancel(), onCancel: onClose }}
        >
          {(form) => (
            <FirstFocus>
              <p>{t.scanText()}</p>
              <div className="flex flex-wrap items-center gap-4">
                <QrCode text={begun.uri} label={t.qrCode()} />
                <div className="min-w-0 flex-1 basis-40">
                  <p className="text-sm text-muted">{t.key()}</p>
                  <p className="font-mono wrap-anywhere select-all">{begun.secret.replace(/.{4}(?=.)/g, '$& ')}</p>
                </div>
              </div>
              <CodeField form={form} takesRecoveryCode={false} />
            </FirstFocus>
          )}
        </OnlineForm>
      )}
    </Dialog>
  )
}

/** Replaces the remaining recovery codes with ten new ones. */
export function RenewCodesDialog({ onClose }: DialogProps) {
  const [done, setDone] = useState<RecoveryCodesAnswer>()
  if (done !== undefined) return <RecoveryCodesDialog codes={done.recoveryCodes} title={t.newCodes()} onClose={onClose} />
  return (
    <ProveDialog
      title={t.renewHead()}
      text={t.renewText()}
      submitText={t.renew()}
      formKey="second-factor-renew"
      send={renewRecoveryCodes}
      success={undefined}
      failure={t.renewFailed()}
      onSent={setDone}
      onClose={onClose}
    />
  )
}

export function TurnOffDialog({ onClose }: DialogProps) {
  return (
    <ProveDialog
      title={t.turnOffHead()}
      text={t.turnOffText()}
      submitText={t.turnOff()}
      formKey="second-factor-off"
      send={turnOffSecondFactor}
      success={t.turnedOff()}
      failure={t.turnOffFailed()}
      onSent={onClose}
      onClose={onClose}
    />
  )
}

type ProveDialogProps<Value> = DialogProps & {
  title: string
  text: ReactNode
  submitText: string
  formKey: string
  send: (body: PasswordAndCode) => Promise<Value>
  success: string | undefined
  failure: string
  onSent: (value: Value) => void
}

function ProveDialog<Value>({ title, text, submitText, formKey, send, success, failure, onSent, onClose }: ProveDialogProps<Value>) {
  return (
    <Dialog open size="sm" title={title} onCloseRequest={onClose}>
      <OfflineNotice className="mb-4" />
      <p className="mb-4">{text}</p>
      <OnlineForm
        label={title}
        formKey={formKey}
        schema={passwordAndCodeBody}
        opened={{ currentPassword: '', code: '' }}
        secrets={['currentPassword', 'code']}
        submitText={submitText}
        busyText={t.checking()}
        send={send}
        success={success}
        failure={failure}
        afterwards="kept"
        onSent={onSent}
        cancel={{ text: common.cancel(), onCancel: onClose }}
      >
        {(form) => (
          <FirstFocus>
            <CurrentPassword form={form} />
            <CodeField form={form} />
          </FirstFocus>
        )}
      </OnlineForm>
    </Dialog>
  )
}

/** Closes only by Done, because the codes are never shown again. */
function RecoveryCodesDialog({ codes, title, onClose }: DialogProps & { codes: readonly string[]; title: string }) {
  const [wasAsked, setWasAsked] = useState(false)
  return (
    <Dialog
      open
      size="sm"
      title={title}
      onCloseRequest={() => setWasAsked(true)}
      footer={
        <>
          <CopyButton readText={() => codes.join('\n')} icon={<Copy aria-hidden="true" />}>
            {common.copy()}
          </CopyButton>
          <Button variant="primary" onClick={onClose}>
            {t.done()}
          </Button>
        </>
      }
    >
      <p>{t.keepCodes()}</p>
      <ol aria-label={t.recoveryCodes()} className="mt-4 grid gap-x-6 gap-y-2 font-mono tabular-nums sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <p role="status" className="mt-4 text-muted empty:hidden">
        {wasAsked && t.pressDone()}
      </p>
    </Dialog>
  )
}

type WithPassword = UseFormReturn<{ currentPassword: string }> | UseFormReturn<PasswordAndCode>
type WithCode = UseFormReturn<{ code: string }> | UseFormReturn<PasswordAndCode>

function CurrentPassword({ form }: { form: WithPassword }) {
  // Safe: both forms have this field, and no other is used.
  const { formState, register } = form as UseFormReturn<{ currentPassword: string }>
  return (
    <Field label={t.currentPassword()} required error={formState.errors.currentPassword?.message}>
      <PasswordField autoComplete="current-password" {...register('currentPassword')} />
    </Field>
  )
}

function CodeField({ form, takesRecoveryCode }: { form: WithCode; takesRecoveryCode?: boolean }) {
  // Safe for the same reason.
  const { formState, setValue, watch } = form as UseFormReturn<{ code: string }>
  return (
    <SignInCodeField
      value={watch('code')}
      error={formState.errors.code?.message}
      takesRecoveryCode={takesRecoveryCode}
      onChange={(code) => setValue('code', code, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
    />
  )
}

/** The dialog opens before its form is mounted, so its own focus finds no field. */
function FirstFocus({ children }: { children: ReactNode }) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={fields} className="flex flex-col gap-4">
      {children}
    </div>
  )
}
