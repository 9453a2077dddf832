import { type FormEvent, useState } from 'react'
import { runAction } from '#web/navigation/notify.ts'
import { pinPattern } from '#web/session/pin.ts'
import { browserOfflineEntry } from '#web/session/browser-offline-entry.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { t } from './profile-texts.ts'

type PinDialogProps = { userId: string; open: boolean; onClose: () => void }

/** Sets or changes the PIN that opens this device offline. */
export function PinDialog({ userId, open, onClose }: PinDialogProps) {
  return (
    <Dialog
      open={open}
      onCloseRequest={onClose}
      size="sm"
      title={t.pinHead()}
      description={t.pinDescription()}
      initialFocus={() => document.querySelector<HTMLInputElement>('[role="dialog"] input[name="new-pin"]')}
    >
      <PinForm userId={userId} onClose={onClose} />
    </Dialog>
  )
}

function PinForm({ userId, onClose }: Omit<PinDialogProps, 'open'>) {
  const [typed, setTyped] = useState({ pin: '', again: '' })
  const [hasTried, setHasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const pinProblem = pinPattern.test(typed.pin) ? undefined : t.pinShape()
  const againProblem = typed.pin === typed.again ? undefined : t.pinDiffers()

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setHasTried(true)
    if (isBusy || pinProblem !== undefined || againProblem !== undefined) return
    setIsBusy(true)
    const outcome = await runAction({
      run: () => browserOfflineEntry.pins.set(userId, typed.pin),
      success: t.pinStored(),
      failure: t.pinNotStored(),
    })
    setIsBusy(false)
    if (outcome.ok) onClose()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t.pin()} required error={hasTried ? pinProblem : undefined}>
        <PasswordField
          name="new-pin"
          inputMode="numeric"
          autoComplete="off"
          value={typed.pin}
          onChange={({ target }) => setTyped({ ...typed, pin: target.value })}
        />
      </Field>
      <Field label={t.pinAgain()} required error={hasTried ? againProblem : undefined}>
        <PasswordField
          name="new-pin-again"
          inputMode="numeric"
          autoComplete="off"
          value={typed.again}
          onChange={({ target }) => setTyped({ ...typed, again: target.value })}
        />
      </Field>
      <Button type="submit" variant="primary" busy={isBusy}>
        {t.setPin()}
      </Button>
    </form>
  )
}
