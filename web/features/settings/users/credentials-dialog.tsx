import { Copy } from 'lucide-react'
import type { CreatedUserAnswer } from '#schema/api/answers/administration-answers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** The one moment at which a password that the server made can be read (AMB-151). */
export function CredentialsDialog({ user: { login_id, password }, onClose }: { user: CreatedUserAnswer; onClose: () => void }) {
  const text = password === undefined ? `Login ID: ${login_id}` : `Login ID: ${login_id}\nPassword: ${password}`
  return (
    <Dialog
      open
      size="sm"
      title="User created"
      onCloseRequest={onClose}
      isClosedByFooter={password !== undefined}
      footer={
        <>
          <CopyButton readText={() => text} icon={<Copy aria-hidden="true" />}>
            Copy
          </CopyButton>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <dl className="flex flex-col gap-3">
        <Value label="Login ID" value={login_id} />
        {password !== undefined && <Value label="Password" value={password} />}
      </dl>
      {password !== undefined && <p className="mt-4 text-muted">The password is shown only now. Give it to the person, who can change it under Profile.</p>}
    </Dialog>
  )
}

const Value = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-lg break-all select-all">{value}</dd>
  </div>
)
