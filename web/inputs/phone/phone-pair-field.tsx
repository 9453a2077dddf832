import { Controller, type FieldValues, type Path, type PathValue, type UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/controls/field.tsx'
import { cn } from '#web/ui/cn.ts'
import { CountryCodeInput, PhoneInput } from './phone-input.tsx'

type PhonePairFieldProps<Form extends FieldValues> = {
  form: UseFormReturn<Form>
  /** The form's text fields: the code with its +, the number as digits. */
  codeName: Path<Form>
  phoneName: Path<Form>
  codeLabel: string
  phoneLabel: string
  required?: boolean | undefined
  deps?: Path<Form>[] | undefined
  className?: string | undefined
}

export function PhonePairField<Form extends FieldValues>({
  form,
  codeName,
  phoneName,
  codeLabel,
  phoneLabel,
  required = false,
  deps,
  className = 'grid-cols-[8rem_minmax(0,1fr)]',
}: PhonePairFieldProps<Form>) {
  return (
    <div className={cn('grid gap-3', className)}>
      <Controller
        control={form.control}
        name={codeName}
        render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
          <Field label={codeLabel} required={required} error={fieldState.error?.message}>
            <CountryCodeInput value={value} onValueChange={onChange} onBlur={onBlur} inputRef={ref} />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name={phoneName}
        rules={deps && { deps }}
        render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
          <Field label={phoneLabel} required={required} error={fieldState.error?.message}>
            <PhoneInput
              value={value}
              onValueChange={onChange}
              countryCode={form.getValues(codeName)}
              onPairChange={(pair) => {
                form.setValue(codeName, pair.countryCode as PathValue<Form, Path<Form>>, { shouldDirty: true })
                onChange(pair.phone)
              }}
              onBlur={onBlur}
              inputRef={ref}
            />
          </Field>
        )}
      />
    </div>
  )
}
