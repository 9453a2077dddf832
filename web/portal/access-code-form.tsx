import { type FormEvent, useState } from 'react'
import { portalTexts } from '#schema/rules/portal.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Notice } from './notice.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { failureToNotice, type NoticeContent } from './portal-words.ts'
import { issuesToProblems, useProblems } from './use-problems.ts'
import type { VerifyProps } from './verify-identity.tsx'

type Name = 'countryCode' | 'phone' | 'accessCode'
const nameByPath: Readonly<Record<string, Name>> = { countryCode: 'countryCode', customerPhone: 'phone', accessCode: 'accessCode' }

/** Phone and the code that the shop gave to its customer (OTP-08). */
export function AccessCodeForm({ api, phone, onPhoneChange, onVerified }: VerifyProps) {
  const { form, problems, tell, clear } = useProblems<Name>()
  const [accessCode, setAccessCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [notice, setNotice] = useState<NoticeContent | undefined>(undefined)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setNotice(undefined)
    if (
      tell({
        phone: phone.phone === '' ? 'Phone number is required' : undefined,
        accessCode: accessCode.trim() === '' ? 'Access code is required' : undefined,
      })
    )
      return
    setIsBusy(true)
    const outcome = await api.verifyAccess({ customerPhone: phone.phone, countryCode: phone.countryCode, accessCode })
    setIsBusy(false)
    if (outcome.ok) return onVerified(outcome.value.customer)
    if (tell(issuesToProblems(outcome.failure.issues, nameByPath))) return
    setNotice(failureToNotice(portalTexts.verificationFailed, outcome.failure, portalTexts.verificationFailedHint))
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="text-muted">Enter your phone number and the access code that the shop gave you.</p>
      <PhoneFields
        value={phone}
        problems={problems}
        onChange={(value) => {
          onPhoneChange(value)
          clear('countryCode', 'phone')
        }}
      />
      <Field label="Access Code" required error={problems.accessCode}>
        <TextField
          type="password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={accessCode}
          onChange={({ target }) => {
            setAccessCode(target.value)
            clear('accessCode')
          }}
        />
      </Field>
      <Notice notice={notice} />
      <Button type="submit" variant="primary" size="lg" busy={isBusy}>
        Verify
      </Button>
    </form>
  )
}
