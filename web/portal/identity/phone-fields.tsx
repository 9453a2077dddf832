import { CountryCodeInput, PhoneInput } from '../../inputs/phone/phone-input.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { t } from '../language/texts.ts'

export type PhoneValue = { countryCode: string; phone: string }

export const toEmptyPhone = (countryCode: string): PhoneValue => ({ countryCode, phone: '' })

type PhoneFieldsProps = {
  value: PhoneValue
  onChange: (value: PhoneValue) => void
  problems: { countryCode?: string | undefined; phone?: string | undefined }
  codeLabel?: string
  phoneLabel?: string
  required?: boolean
  /** An alternate number, which the browser must not autofill. */
  isAlternate?: boolean
}

export function PhoneFields({
  value,
  onChange,
  problems,
  codeLabel = t.countryCode(),
  phoneLabel = t.phone(),
  required = true,
  isAlternate = false,
}: PhoneFieldsProps) {
  const autoComplete = (token: string) => (isAlternate ? 'off' : token)
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
      <Field label={codeLabel} required={required} error={problems.countryCode}>
        <CountryCodeInput
          autoComplete={autoComplete('tel-country-code')}
          value={value.countryCode}
          onValueChange={(countryCode) => onChange({ countryCode, phone: value.phone })}
        />
      </Field>
      <Field label={phoneLabel} required={required} error={problems.phone}>
        <PhoneInput
          autoComplete={autoComplete('tel-national')}
          value={value.phone}
          onValueChange={(phone) => onChange({ countryCode: value.countryCode, phone })}
          countryCode={value.countryCode}
          onPairChange={onChange}
        />
      </Field>
    </div>
  )
}
