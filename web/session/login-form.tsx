import { type FormEvent, useRef, useState } from 'react'
import { notifyFailure } from '#web/app/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { closeToast } from '#web/ui/toast-store.ts'
import { signInFailureToReason } from './sign-in-reason.ts'

type LoginFormProps = {
  /** False when the server refuses the pair; anything else that goes wrong is thrown (ERR-07, ERR-08). */
  onSignIn: (loginId: string, password: string) => Promise<boolean>
  loginId?: string | undefined
}

/** Username and password (AUTH-03..05), each required in the documented words (VAL-01, VAL-02). */
export function LoginForm({ onSignIn, loginId: knownLoginId = '' }: LoginFormProps) {
  const [loginId, setLoginId] = useState(knownLoginId)
  const [password, setPassword] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const loginIdRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const loginIdError = hasTried && loginId.trim() === '' ? 'Username is required' : undefined
  const passwordError = hasTried && password === '' ? 'Password is required' : undefined

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    setHasTried(true)
    if (loginId.trim() === '') return loginIdRef.current?.focus()
    if (password === '') return passwordRef.current?.focus()
    setIsBusy(true)
    try {
      if (await onSignIn(loginId.trim(), password)) return closeToast()
      notifyFailure('Invalid username or password')
      passwordRef.current?.select()
    } catch (error) {
      notifyFailure('Login failed. Please try again.', signInFailureToReason(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label="Username" error={loginIdError}>
        <TextField
          ref={loginIdRef}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus={knownLoginId === ''}
          value={loginId}
          onChange={(event) => setLoginId(event.target.value)}
        />
      </Field>
      <Field label="Password" error={passwordError}>
        <PasswordField
          ref={passwordRef}
          name="password"
          autoFocus={knownLoginId !== ''}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={isBusy} className="mt-1 w-full">
        Sign In
      </Button>
    </form>
  )
}
