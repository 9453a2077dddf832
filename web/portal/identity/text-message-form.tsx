import { type FormEvent, useEffect, useRef, useState } from 'react'
import { keepDigits } from '#schema/values/phone.ts'
import { isOtpPhone, otpLength, otpProblem } from '#schema/rules/customers/portal.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Notice } from '../notice.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { toResendText, useCountdown } from './use-countdown.ts'
import { useSubmission } from '../orders/use-submission.ts'
import type { VerifyProps } from './verify-identity.tsx'
import { t, toServerText } from '../language/texts.ts'

type Name = 'name' | 'countryCode' | 'phone' | 'code'
const nameByPath: Readonly<Record<string, Name>> = { name: 'name', countryCode: 'countryCode', phone: 'phone', customerPhone: 'phone', otpCode: 'code' }

type TextMessageProps = VerifyProps & {
  /** Asks for the name, with which somebody unknown becomes a customer. */
  withName: boolean
  isSentAtOnce: boolean
  onRegister: () => void
}

/** Sends a code to a phone and checks it; the sixth digit submits. Changing the phone starts over. */
export function TextMessageForm({ api, phone, onPhoneChange, onVerified, withName, isSentAtOnce, onRegister }: TextMessageProps) {
  const { form, problems, clear, busyWith, notice, setNotice, submit } = useSubmission<Name, 'send' | 'verify'>(nameByPath)
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [sentCount, setSentCount] = useState(0)
  const { secondsLeft, start } = useCountdown()
  const codeField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (sentCount > 0) codeField.current?.focus()
  }, [sentCount])

  const isSent = sentCount > 0
  const expectCode = (resendAfterSeconds: number) => {
    setCode('')
    setSentCount(sentCount + 1)
    start(resendAfterSeconds)
  }
  const wirePhone = { customerPhone: phone.phone, countryCode: phone.countryCode }

  const send = async () => {
    const sent = await submit('send', {
      check: { phone: isOtpPhone(phone.phone) ? undefined : t.server.invalidPhoneNumber() },
      send: async () => {
        const registered = withName && !isSent && name.trim() !== '' ? await api.register({ name, ...phone }) : undefined
        return registered?.ok === false ? registered : api.sendCode(wirePhone)
      },
      failed: { title: t.server.sendFailed(), hint: t.server.sendFailedHint() },
      // Requested too soon: the previous code is still valid.
      onFailure: ({ retryAfterSeconds }) => {
        if (retryAfterSeconds !== undefined) expectCode(retryAfterSeconds)
      },
    })
    if (!sent) return
    expectCode(sent.resendAfterSeconds)
    setNotice({ tone: 'ok', title: t.server.sent(), text: t.server.sentHint() })
  }

  const wasAsked = useRef(false)
  useEffect(() => {
    if (!isSentAtOnce || wasAsked.current) return
    wasAsked.current = true
    // Showing a problem calls flushSync, which React forbids within an effect.
    queueMicrotask(() => void send())
  })

  const verify = async (otpCode: string) => {
    const verified = await submit('verify', {
      check: { code: toCodeProblem(otpCode) },
      send: () => api.verifyCode({ ...wirePhone, otpCode }),
      failed: { title: t.server.verificationFailed(), hint: t.server.verificationFailedHint() },
    })
    if (verified) onVerified(verified)
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void (isSent ? verify(code) : send())
  }

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <p className="text-muted">{withName ? t.sendCodeText() : t.sendCodeKnownText()}</p>
      {withName && (
        <Field label={t.name()} error={problems.name} hint={t.onlyIfNew()}>
          <TextField
            autoComplete="name"
            autoCapitalize="words"
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              setSentCount(0)
              clear('name')
            }}
          />
        </Field>
      )}
      <PhoneFields
        value={phone}
        problems={problems}
        onChange={(value) => {
          onPhoneChange(value)
          setSentCount(0)
          setNotice(undefined)
          clear('countryCode', 'phone')
        }}
      />
      <Notice notice={notice} />
      {isSent ? (
        <>
          <Field label={t.verificationCode()} required error={problems.code}>
            <TextField
              ref={codeField}
              numeric
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9]*"
              value={code}
              onChange={({ target }) => {
                const typed = keepDigits(target.value).slice(0, otpLength)
                setCode(typed)
                clear('code')
                if (typed.length === otpLength && typed !== code) void verify(typed)
              }}
            />
          </Field>
          <Button type="submit" variant="primary" size="lg" busy={busyWith === 'verify'}>
            {t.verify()}
          </Button>
          <Button size="lg" busy={busyWith === 'send'} disabled={secondsLeft > 0} onClick={() => void send()} className="tabular-nums">
            {secondsLeft > 0 ? toResendText(secondsLeft) : t.resendCode()}
          </Button>
          {name.trim() === '' && (
            <p className="flex flex-wrap items-center gap-x-2 text-muted">
              {t.noText()}
              <Button variant="ghost" className="-ml-2 px-2 text-accent-ink underline underline-offset-4" onClick={onRegister}>
                {t.registerHere()}
              </Button>
            </p>
          )}
        </>
      ) : (
        <Button type="submit" variant="primary" size="lg" busy={busyWith === 'send'}>
          {t.sendCode()}
        </Button>
      )}
    </form>
  )
}

/** What is wrong with a typed code, in the reader's language. */
function toCodeProblem(code: string): string | undefined {
  const problem = otpProblem(code)
  return problem === null ? undefined : toServerText(problem, 'VALIDATION')
}
