import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ApiTokenCreatedAnswer } from '#schema/api/tokens.ts'
import { type ApiTokenForm, apiTokenSchema, apiTokenToBody, emptyApiTokenForm } from '#schema/forms/api-token.ts'
import { type Privilege, privilegeNames } from '#schema/privileges.ts'
import { createApiToken } from '#web/api/admin-api.ts'
import { BackGuard } from '#web/fields/back-guard.tsx'
import { useClosing } from '#web/fields/use-closing.ts'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { OfflineNotice } from '../online/online-work.tsx'
import { wordsByPrivilege } from './privilege-words.ts'

/** Asks for name, privileges and password; then shows the token, this once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const closing = useClosing(onClose)
  const [created, setCreated] = useState<ApiTokenCreatedAnswer>()
  return (
    <>
      <Dialog
        open
        size="md"
        title={created === undefined ? 'Create API token' : 'API token created'}
        onCloseRequest={closing.close}
        footer={created && <TokenButtons token={created.token} onClose={closing.close} />}
      >
        {created === undefined ? <CreateForm onCreated={setCreated} onClose={closing.close} /> : <CreatedToken created={created} />}
      </Dialog>
      <BackGuard isActive isClosing={closing.isClosing} onBack={closing.close} />
    </>
  )
}

function CreateForm({ onCreated, onClose }: { onCreated: (created: ApiTokenCreatedAnswer) => void; onClose: () => void }) {
  const { hasPrivilege } = useAuth()
  const held = privilegeNames.filter(hasPrivilege)
  return (
    <>
      <OfflineNotice className="mb-4" />
      <OnlineForm
        label="Create API token"
        formKey="api-token-add"
        schema={apiTokenSchema}
        opened={emptyApiTokenForm}
        secrets={['currentPassword']}
        submitText="Create token"
        busyText="Creating..."
        send={(form) => createApiToken(apiTokenToBody(form, held))}
        success={undefined}
        failure="Failed to create API token"
        afterwards="emptied"
        onSent={onCreated}
        cancel={{ text: 'Cancel', onCancel: onClose }}
      >
        {(form) => <Fields form={form} held={held} />}
      </OnlineForm>
    </>
  )
}

function Fields({ form, held }: { form: UseFormReturn<ApiTokenForm>; held: readonly Privilege[] }) {
  const { errors } = form.formState
  // The dialog opens before a kept draft is read, so it finds no field; on touch the keyboard would cover the form.
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) form.setFocus('name')
  }, [form])
  return (
    <div className="flex flex-col gap-4">
      <Field label="Name" required error={errors.name?.message} hint="What it is for, such as the program that uses it.">
        <TextField autoComplete="off" {...form.register('name')} />
      </Field>
      <fieldset>
        <legend className="text-sm font-semibold">Privileges</legend>
        <p className="text-sm text-muted">
          {held.length === 0 ? 'You hold no privileges. The token can do what every member of your shops can.' : 'Without any, the token can do what every member of your shops can.'}
        </p>
        <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
          {held.map((name) => (
            <Checkbox key={name} label={wordsByPrivilege[name]} {...form.register(name)} />
          ))}
        </div>
      </fieldset>
      <Field label="Current Password" required error={errors.currentPassword?.message} className="max-w-100">
        <PasswordField autoComplete="current-password" {...form.register('currentPassword')} />
      </Field>
    </div>
  )
}

function CreatedToken({ created: { name, token } }: { created: ApiTokenCreatedAnswer }) {
  const field = useRef<HTMLInputElement>(null)
  // The form had the focus.
  useEffect(() => field.current?.select(), [])
  return (
    <Field label={name} hint="Copy the token now: it will not be shown again.">
      <TextField ref={field} readOnly value={token} autoComplete="off" spellCheck={false} className="font-mono" onFocus={(event) => event.target.select()} />
    </Field>
  )
}

function TokenButtons({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <>
      <CopyButton readText={() => token} icon={<Copy aria-hidden="true" />}>
        Copy
      </CopyButton>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </>
  )
}
