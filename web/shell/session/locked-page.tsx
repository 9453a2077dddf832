import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { CloudOff, Lock } from 'lucide-react'
import { usePageTitle } from '#web/navigation/page-title.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { LoginForm } from '../../session/login-form.tsx'
import { useAuth } from '../../session/session.ts'
import type { EntryLock } from '../../session/session-types.ts'

// Lazy, because it reads the local database.
const SaveLockedWork = lazy(async () => ({ default: (await import('#web/shell/session/save-locked-work.tsx')).SaveLockedWork }))

/** Replaces the app when this device does not open offline for its stored user. */
export function LockedPage({ lock }: { lock: EntryLock }) {
  const [isForgotten, setIsForgotten] = useState(false)
  const isPin = lock.reason === 'pin' && !isForgotten
  usePageTitle(isPin ? 'Enter PIN' : 'Sign in')
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-108 flex-col justify-center px-6 py-10">
      <div className="mb-6 flex items-center gap-3">
        {isPin ? (
          <Lock aria-hidden="true" className="size-9 shrink-0 stroke-[1.5] text-accent-ink" />
        ) : (
          <CloudOff aria-hidden="true" className="size-9 shrink-0 stroke-[1.5] text-accent-ink" />
        )}
        <h1 className="text-xl font-semibold">{isPin ? 'Enter your PIN' : 'Connect and sign in'}</h1>
      </div>
      {lock.reason === 'pin' ? <PinEntry lock={lock} isForgotten={isForgotten} onForgottenChange={setIsForgotten} /> : <LimitReached lock={lock} />}
    </main>
  )
}

const toName = ({ user }: EntryLock): string => user.name?.trim() || user.login_id

function LimitReached({ lock }: { lock: EntryLock }) {
  const { login } = useAuth()
  return (
    <>
      <p>
        This device has been without its server for {lock.days === 1 ? 'a day' : `${lock.days} days`}, which is as long as your shop allows. Everything that{' '}
        {toName(lock)} saved here is safe. Connect to the network and sign in; then work goes on and what waits is sent.
      </p>
      <div className="mt-6">
        <LoginForm loginId={lock.user.login_id} onSignIn={login} />
      </div>
      <Suspense>
        <SaveLockedWork user={lock.user} />
      </Suspense>
    </>
  )
}

function PinEntry({ lock, isForgotten, onForgottenChange }: { lock: EntryLock; isForgotten: boolean; onForgottenChange: (isForgotten: boolean) => void }) {
  const { unlock, login } = useAuth()
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (pin === '') {
      setProblem('PIN is required')
      return input.current?.focus()
    }
    setIsBusy(true)
    const outcome = await unlock(pin).catch(() => undefined)
    setIsBusy(false)
    if (outcome?.isRight === true) return
    setPin('')
    setProblem(
      outcome === undefined
        ? 'This device could not read its storage. Please try again.'
        : outcome.waitMs > 0
          ? waitToText(outcome.waitMs)
          : 'That is not the PIN',
    )
    input.current?.focus()
  }

  useEffect(() => input.current?.focus(), [isForgotten])
  if (isForgotten) {
    return (
      <>
        <p className="mb-6">
          Without the PIN this device opens with your password, once there is a connection to the server. Everything that was saved here is safe.
        </p>
        <LoginForm loginId={lock.user.login_id} onSignIn={login} />
        <Button className="mt-3 w-full" onClick={() => onForgottenChange(false)}>
          Back to the PIN
        </Button>
      </>
    )
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p>There is no connection to the server. The PIN of {toName(lock)} opens this device.</p>
      <Field label="PIN" error={problem}>
        <PasswordField
          ref={input}
          name="pin"
          inputMode="numeric"
          autoComplete="off"
          value={pin}
          onChange={(event) => {
            setPin(event.target.value.replace(/\D/g, '').slice(0, 12))
            setProblem(undefined)
          }}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={isBusy} className="w-full">
        Open
      </Button>
      <Button className="w-full" onClick={() => onForgottenChange(true)}>
        Forgot the PIN
      </Button>
    </form>
  )
}

function waitToText(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1_000)
  const minutes = Math.ceil(seconds / 60)
  return `Too many wrong tries. Try again in ${seconds < 90 ? `${seconds} seconds` : `${minutes} minutes`}.`
}
