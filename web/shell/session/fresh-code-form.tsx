import { type FormEvent, useRef, useState } from 'react'
import { AppError } from '#schema/errors.ts'
import { enterSignInCode } from '#web/api/admin-api.ts'
import { SignInCodeField } from '#web/session/sign-in-code-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { failureToDescription, notifyFailure } from '../../navigation/notify.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from '../sync/sync-texts.ts'
import { t as signIn } from '#web/session/sign-in-texts.ts'

export function FreshCodeForm({ onClose }: { onClose: (isEntered?: boolean) => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (code.trim() === '') {
      setError(signIn.codeNeeded())
      return field.current?.focus()
    }
    setIsBusy(true)
    try {
      await enterSignInCode(code)
      onClose(true)
    } catch (failure) {
      setIsBusy(false)
      const wrong = failure instanceof AppError ? failure.issues?.find(({ path }) => path === 'code')?.message : undefined
      if (wrong === undefined) return notifyFailure(t.codeUnchecked(), failureToDescription(failure, signIn.noConnection()))
      setError(wrong)
      field.current?.select()
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={t.freshCode()}
      description={t.freshCodeText()}
      onCloseRequest={() => onClose()}
      onSubmit={(event) => void submit(event)}
      initialFocus={() => field.current}
      footer={
        <>
          <Button onClick={() => onClose()}>{common.cancel()}</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t.continue()}
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
