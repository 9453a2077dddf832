import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Notice } from '../notice.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { useSubmission } from '../orders/use-submission.ts'
import type { VerifyProps } from './verify-identity.tsx'
import { t } from '../language/texts.ts'

type Name = 'countryCode' | 'phone' | 'accessCode'
const nameByPath: Readonly<Record<string, Name>> = { countryCode: 'countryCode', customerPhone: 'phone', accessCode: 'accessCode' }

export function AccessCodeForm({ api, phone, onPhoneChange, onVerified }: VerifyProps) {
  const { form, problems, clear, busyWith, notice, submit } = useSubmission(nameByPath)
  const [accessCode, setAccessCode] = useState('')

  const verify = async (event: FormEvent) => {
    event.preventDefault()
    const verified = await submit('submit', {
      check: {
        phone: phone.phone === '' ? t.server.phoneNeeded() : undefined,
        accessCode: accessCode.trim() === '' ? t.server.accessCodeNeeded() : undefined,
      },
      send: () => api.verifyAccess({ customerPhone: phone.phone, countryCode: phone.countryCode, accessCode }),
      failed: { title: t.server.verificationFailed(), hint: t.server.verificationFailedHint() },
    })
    if (verified) onVerified(verified)
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void verify(event)} className="flex flex-col gap-4">
      <p className="text-muted">{t.accessCodeText()}</p>
      <PhoneFields
        value={phone}
        problems={problems}
        onChange={(value) => {
          onPhoneChange(value)
          clear('countryCode', 'phone')
        }}
      />
      <Field label={t.accessCode()} required error={problems.accessCode}>
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
      <Button type="submit" variant="primary" size="lg" busy={busyWith !== undefined}>
        {t.verify()}
      </Button>
    </form>
  )
}
