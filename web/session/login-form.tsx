import { type FormEvent, useRef, useState } from 'react'
import { AppError } from '#schema/errors.ts'
import { notifyFailure, failureToDescription } from '#web/navigation/notify.ts'
import { useToastsAhead } from '#web/navigation/toasts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { closeToast } from '#web/ui/overlays/toast-store.ts'
import { ApiError } from '#web/api/errors.ts'
import { SignInCodeField } from './sign-in-code-field.tsx'
import { t } from './sign-in-texts.ts'

type LoginFormProps = {
  /** Resolves to false when the server refuses the credentials; throws on any other failure, including a required code. */
  onSignIn: (loginId: string, password: string, code?: string) => Promise<boolean>
  loginId?: string | undefined
}

/** Username and password, both required; then a code for users with sign-in codes. */
export function LoginForm({ onSignIn, loginId: knownLoginId = '' }: LoginFormProps) {
  useToastsAhead()
  const [loginId, setLoginId] = useState(knownLoginId)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const [codeError, setCodeError] = useState<string>()
  const [hasTried, setHasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const loginIdRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const codeRef = useRef<HTMLInputElement>(null)
  const loginIdError = hasTried && loginId.trim() === '' ? t.usernameNeeded() : undefined
  const passwordError = hasTried && password === '' ? t.passwordNeeded() : undefined

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    setHasTried(true)
    if (loginId.trim() === '') return loginIdRef.current?.focus()
    if (password === '') return passwordRef.current?.focus()
    if (code !== undefined && code.trim() === '') {
      setCodeError(t.codeNeeded())
      return codeRef.current?.focus()
    }
    setIsBusy(true)
    try {
      if (await onSignIn(loginId.trim(), password, code)) return closeToast()
      notifyFailure(t.wrong())
      passwordRef.current?.select()
    } catch (error) {
      if (error instanceof AppError && error.code === 'SIGN_IN_CODE_REQUIRED') return askForCode(error)
      notifyFailure(t.failed(), signInFailureToReason(error))
    } finally {
      setIsBusy(false)
    }
  }

  const askForCode = (error: AppError): void => {
    setCode('')
    setCodeError(error.issues?.find(({ path }) => path === 'code')?.message)
    codeRef.current?.focus()
  }

  /** Another user may need no code, so hide its field again. */
  const changeLoginId = (typed: string): void => {
    setLoginId(typed)
    setCode(undefined)
    setCodeError(undefined)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label={t.username()} error={loginIdError}>
        <TextField
          ref={loginIdRef}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus={knownLoginId === ''}
          value={loginId}
          onChange={(event) => changeLoginId(event.target.value)}
        />
      </Field>
      <Field label={t.password()} error={passwordError}>
        <PasswordField
          ref={passwordRef}
          name="password"
          autoFocus={knownLoginId !== ''}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {code !== undefined && (
        <SignInCodeField
          inputRef={codeRef}
          autoFocus
          value={code}
          error={codeError}
          onChange={(typed) => {
            setCode(typed)
            setCodeError(undefined)
          }}
        />
      )}
      <Button type="submit" variant="primary" size="lg" busy={isBusy} className="mt-1 w-full">
        {t.signInButton()}
      </Button>
    </form>
  )
}

/** Why signing in failed: our server's message (such as too many tries), never that of a proxy's error page. */
export function signInFailureToReason(error: unknown): string | undefined {
  if (error instanceof ApiError && !error.isFromServer) return t.serverAway()
  return failureToDescription(error, t.noConnection())
}
