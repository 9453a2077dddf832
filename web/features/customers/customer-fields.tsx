import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { PhonePairField } from '#web/inputs/phone/phone-pair-field.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { VoiceButton } from '#web/voice/voice-button.tsx'
import { CompanyFields } from './company-fields.tsx'
import { type CustomerForm, customerForm } from './form.ts'
import { t } from './customer-edit-texts.ts'

const labels = customerForm.inputLabels

type CustomerFieldsProps = {
  form: UseFormReturn<CustomerForm>
  /** False when adding a customer. */
  withNotes?: boolean | undefined
  /** Customers with the same phone, shown below it. */
  matching?: ReactNode
}

export function CustomerFields({ form, withNotes = false, matching }: CustomerFieldsProps) {
  const { errors, isSubmitted } = form.formState
  const setNotes = (text: string): void => {
    form.setValue('customerNotes', text, { shouldDirty: true, shouldValidate: isSubmitted })
    // The textarea resizes on input events, which setting a value does not send.
    for (const element of document.getElementsByName('customerNotes')) element.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const hasNoPhone = useWatch({ control: form.control, name: 'noPhone' })
  const typedPhone = useRef('')
  // A number that was typed comes back with the box unticked.
  const dropPhone = (isTicked: boolean): void => {
    if (isTicked) typedPhone.current = form.getValues('phone')
    form.setValue('phone', isTicked ? '' : typedPhone.current, { shouldDirty: true, shouldValidate: isSubmitted })
  }
  return (
    <div className="flex flex-col gap-4">
      <Field label={labels.name} required error={errors.name?.message}>
        <TextField autoComplete="off" autoCapitalize="words" {...form.register('name')} />
      </Field>
      {!hasNoPhone && <PhonePair form={form} codeName="countryCode" phoneName="phone" required />}
      <Checkbox
        label={labels.noPhone}
        className="-my-2"
        {...form.register('noPhone', { onChange: (event: ChangeEvent<HTMLInputElement>) => dropPhone(event.currentTarget.checked) })}
      />
      {matching}
      <PhonePair form={form} codeName="alternateCountryCode" phoneName="alternatePhone" />
      <Field label={labels.email} error={errors.email?.message}>
        <TextField type="email" inputMode="email" autoComplete="off" autoCapitalize="none" {...form.register('email')} />
      </Field>
      <CompanyFields form={form} />
      {withNotes && (
        <Field label={labels.customerNotes} error={errors.customerNotes?.message}>
          <TextArea
            rows={2}
            trail={<VoiceButton fieldName={labels.customerNotes} readText={() => form.getValues('customerNotes')} onText={setNotes} />}
            {...form.register('customerNotes')}
          />
        </Field>
      )}
      {withNotes && <Checkbox label={labels.noMessages} hint={t.noMessagesHint()} {...form.register('noMessages')} />}
    </div>
  )
}

type PhonePairProps = {
  form: UseFormReturn<CustomerForm>
  codeName: 'countryCode' | 'alternateCountryCode'
  phoneName: 'phone' | 'alternatePhone'
  required?: boolean | undefined
}

function PhonePair({ form, codeName, phoneName, required = false }: PhonePairProps) {
  return (
    <PhonePairField
      form={form}
      codeName={codeName}
      phoneName={phoneName}
      codeLabel={labels[codeName]}
      phoneLabel={labels[phoneName]}
      required={required}
      // The country code is required only with a number.
      deps={[codeName]}
    />
  )
}
