import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ApiTokenCreatedAnswer } from '#schema/api/tokens.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { createApiToken } from '#web/api/admin-api.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { OfflineNotice } from '../online/online-work.tsx'
import { TokenFields } from './token-fields.tsx'
import { dayToEnd } from './token-end.ts'
import { apiTokenSchema, apiTokenToBody, emptyApiTokenForm } from './api-token-form.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './profile-texts.ts'

export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const closing = useClosing(onClose)
  const [created, setCreated] = useState<ApiTokenCreatedAnswer>()
  return (
    <>
      <Dialog
        open
        size="md"
        title={created === undefined ? t.createTokenHead() : t.tokenCreated()}
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
  const shops = useBootstrap()?.shops ?? []
  return (
    <>
      <OfflineNotice className="mb-4" />
      <OnlineForm
        label={t.createTokenHead()}
        formKey="api-token-add"
        schema={apiTokenSchema}
        opened={emptyApiTokenForm}
        secrets={['currentPassword']}
        submitText={t.createToken()}
        busyText={t.creating()}
        send={(form) => createApiToken(apiTokenToBody(form, { privileges: held, shopIds: shops.map(({ id }) => id), dayToEnd }))}
        success={undefined}
        failure={t.tokenNotCreated()}
        afterwards="emptied"
        onSent={onCreated}
        cancel={{ text: common.cancel(), onCancel: onClose }}
      >
        {(form) => <TokenFields form={form} held={held} shops={shops} />}
      </OnlineForm>
    </>
  )
}

function CreatedToken({ created: { name, token } }: { created: ApiTokenCreatedAnswer }) {
  const field = useRef<HTMLInputElement>(null)
  // The focused form is gone, so focus this field.
  useEffect(() => field.current?.select(), [])
  return (
    <Field label={name} hint={t.copyNow()}>
      <TextField ref={field} readOnly value={token} autoComplete="off" spellCheck={false} className="font-mono" onFocus={(event) => event.target.select()} />
    </Field>
  )
}

function TokenButtons({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <>
      <CopyButton readText={() => token} icon={<Copy aria-hidden="true" />}>
        {common.copy()}
      </CopyButton>
      <Button variant="primary" onClick={onClose}>
        {t.done()}
      </Button>
    </>
  )
}
