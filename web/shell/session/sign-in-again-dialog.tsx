import { LoginForm } from '#web/session/login-form.tsx'
import { useAuth } from '#web/session/session.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t } from '../sync/sync-texts.ts'

export function SignInAgainDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { user, signInAgain } = useAuth()
  return (
    <Dialog
      open={open}
      onCloseRequest={onClose}
      size="sm"
      title={t.signInAgain()}
      description={t.signInAgainText()}
      initialFocus={() => document.querySelector<HTMLInputElement>('[role="dialog"] input[name="password"]')}
    >
      <LoginForm loginId={user?.login_id} onSignIn={signInAgain} />
    </Dialog>
  )
}
