import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { CloudOff, Lock } from 'lucide-react'
import { usePageTitle } from '#web/navigation/page-title.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { PasswordField } from '#web/ui/controls/password-field.tsx'
import { LoginForm } from '../../session/login-form.tsx'
import { useAuth } from '../../session/session.ts'
import type { EntryLock } from '../../session/session-types.ts'
import { t } from '../../session/sign-in-texts.ts'

// Lazy, because it reads the local database.
const SaveLockedWork = lazy(async () => ({ default: (await import('#web/shell/session/save-locked-work.tsx')).SaveLockedWork }))

/** Replaces the app when this device does not open offline for its stored user. */
export function LockedPage({ lock }: { lock: EntryLock }) {
  const [isForgotten, setIsForgotten] = useState(false)
  const isPin = lock.reason === 'pin' && !isForgotten
  usePageTitle(isPin ? t.enterPinTitle() : t.signIn())
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-108 flex-col justify-center px-6 py-10">
      <div className="mb-6 flex items-center gap-3">
        {isPin ? (
          <Lock aria-hidden="true" className="size-9 shrink-0 stroke-[1.5] text-accent-ink" />
        ) : (
          <CloudOff aria-hidden="true" className="size-9 shrink-0 stroke-[1.5] text-accent-ink" />
        )}
        <h1 className="text-xl font-semibold">{isPin ? t.enterPin() : t.connectAndSignIn()}</h1>
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
      <p>{t.limitReached({ days: lock.days, name: toName(lock) })}</p>
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
      setProblem(t.pinNeeded())
      return input.current?.focus()
    }
    setIsBusy(true)
    const outcome = await unlock(pin).catch(() => undefined)
    setIsBusy(false)
    if (outcome?.isRight === true) return
    setPin('')
    setProblem(outcome === undefined ? t.storageUnread() : outcome.waitMs > 0 ? waitToText(outcome.waitMs) : t.pinWrong())
    input.current?.focus()
  }

  useEffect(() => input.current?.focus(), [isForgotten])
  if (isForgotten) {
    return (
      <>
        <p className="mb-6">{t.withoutPin()}</p>
        <LoginForm loginId={lock.user.login_id} onSignIn={login} />
        <Button className="mt-3 w-full" onClick={() => onForgottenChange(false)}>
          {t.backToPin()}
        </Button>
      </>
    )
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p>{t.pinOpens({ name: toName(lock) })}</p>
      <Field label={t.pin()} error={problem}>
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
        {t.openDevice()}
      </Button>
      <Button className="w-full" onClick={() => onForgottenChange(true)}>
        {t.pinForgotten()}
      </Button>
    </form>
  )
}

function waitToText(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1_000)
  const minutes = Math.ceil(seconds / 60)
  return seconds < 90 ? t.waitSeconds({ seconds }) : t.waitMinutes({ minutes })
}
