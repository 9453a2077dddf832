import type { FormEvent } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Notice } from '../notice.tsx'
import { PhoneFields, type PhoneValue } from './phone-fields.tsx'
import type { PortalApi } from '../portal-api.ts'
import { useSubmission } from '../orders/use-submission.ts'
import { t } from '../language/texts.ts'

export type Registration = { name: string; countryCode: string; phone: string; alternateCountryCode: string; alternatePhone: string; email: string }
export const toEmptyRegistration = (phone: PhoneValue): Registration => ({
  name: '',
  ...phone,
  alternateCountryCode: phone.countryCode,
  alternatePhone: '',
  email: '',
})

const names = ['name', 'countryCode', 'phone', 'alternateCountryCode', 'alternatePhone', 'email'] as const satisfies (keyof Registration)[]
const nameByPath: Record<string, keyof Registration> = Object.fromEntries(names.map((name) => [name, name]))

type RegistrationFormProps = { api: PortalApi; draft: Registration; onDraftChange: (draft: Registration) => void; onRegistered: () => void }

/** 'Become a Customer': name, phones and email. The server validates the formats and reports errors by field. */
export function RegistrationForm({ api, draft, onDraftChange, onRegistered }: RegistrationFormProps) {
  const { form, problems, clear, busyWith, notice, submit } = useSubmission(nameByPath)

  const change = (part: Partial<Registration>) => {
    onDraftChange({ ...draft, ...part })
    clear(...(Object.keys(part) as (keyof Registration)[]))
  }

  const register = async (event: FormEvent) => {
    event.preventDefault()
    const registered = await submit('submit', {
      check: {
        name: draft.name.trim() === '' ? t.server.customerNameNeeded() : undefined,
        phone: draft.phone === '' ? t.server.phoneNeeded() : undefined,
      },
      // Without an alternate phone its country code must not be sent.
      send: () => api.register({ ...draft, alternateCountryCode: draft.alternatePhone === '' ? '' : draft.alternateCountryCode }),
      failed: { title: t.failedCustomer() },
    })
    if (registered) onRegistered()
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void register(event)} className="flex flex-col gap-4">
      <Field label={t.name()} required error={problems.name}>
        <TextField autoComplete="name" autoCapitalize="words" value={draft.name} onChange={({ target }) => change({ name: target.value })} />
      </Field>
      <PhoneFields value={draft} problems={problems} onChange={({ countryCode, phone }) => change({ countryCode, phone })} />
      <PhoneFields
        codeLabel={t.altCountryCode()}
        phoneLabel={t.alternatePhone()}
        required={false}
        isAlternate
        value={{ countryCode: draft.alternateCountryCode, phone: draft.alternatePhone }}
        problems={{ countryCode: problems.alternateCountryCode, phone: problems.alternatePhone }}
        onChange={({ countryCode, phone }) => change({ alternateCountryCode: countryCode, alternatePhone: phone })}
      />
      <Field label={t.email()} error={problems.email}>
        <TextField
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          value={draft.email}
          onChange={({ target }) => change({ email: target.value })}
        />
      </Field>
      <Notice notice={notice} />
      <Button type="submit" variant="primary" size="lg" busy={busyWith !== undefined}>
        {t.becomeCustomer()}
      </Button>
    </form>
  )
}
