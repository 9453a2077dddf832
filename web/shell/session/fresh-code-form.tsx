import { type FormEvent, useRef, useState } from 'react'
import { AppError } from '#schema/errors.ts'
import { enterSignInCode } from '#web/api/admin-api.ts'
import { SignInCodeField } from '#web/session/sign-in-code-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { failureToDescription, notifyFailure } from '../../navigation/notify.ts'

export function FreshCodeForm({ onClose }: { onClose: (isEntered?: boolean) => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (code.trim() === '') {
      setError('Code is required')
      return field.current?.focus()
    }
    setIsBusy(true)
    try {
      await enterSignInCode(code)
      onClose(true)
    } catch (failure) {
      setIsBusy(false)
      const wrong = failure instanceof AppError ? failure.issues?.find(({ path }) => path === 'code')?.message : undefined
      if (wrong === undefined) return notifyFailure('The code could not be checked', failureToDescription(failure, 'There is no connection to the server.'))
      setError(wrong)
      field.current?.select()
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title="Enter a code to go on"
      description="Changes to people, shops and rights ask for a new code every 15 minutes."
      onCloseRequest={() => onClose()}
      onSubmit={(event) => void submit(event)}
      initialFocus={() => field.current}
      footer={
        <>
          <Button onClick={() => onClose()}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            Continue
          </Button>
        </>
      }
    >
      <SignInCodeField
        inputRef={field}
        value={code}
        error={error}
        onChange={(typed) => {
          setCode(typed)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}
