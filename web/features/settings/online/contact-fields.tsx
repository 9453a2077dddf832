import { Controller, type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form'
import { CountryCodeInput, PhoneInput } from '#web/inputs/phone/phone-input.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import type { ContactForm } from './contact.ts'

type ContactFieldsProps<Form extends FieldValues> = {
  form: UseFormReturn<Form>
  /** As the form calls them over its inputs. */
  labels: Readonly<Record<keyof ContactForm, string>>
  /** Entities and employees: the label tells that a number needs its code (APP-38). */
  marksNeed?: boolean | undefined
}

/** Main and alternate phone, each with its country code. */
export function ContactFields<Form extends FieldValues & ContactForm>({ form, labels, marksNeed = false }: ContactFieldsProps<Form>) {
  return (
    <>
      <Pair form={form} codeName="countryCode" phoneName="phone" labels={labels} marksNeed={marksNeed} />
      <Pair form={form} codeName="alternateCountryCode" phoneName="alternatePhone" labels={labels} marksNeed={marksNeed} />
    </>
  )
}

type PairProps<Form extends FieldValues> = ContactFieldsProps<Form> & {
  codeName: 'countryCode' | 'alternateCountryCode'
  phoneName: 'phone' | 'alternatePhone'
}

function Pair<Form extends FieldValues & ContactForm>({ form, codeName, phoneName, labels, marksNeed }: PairProps<Form>) {
  const phone: unknown = useWatch({ control: form.control, name: phoneName as Path<Form> })
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)] md:col-span-2">
      <Controller
        control={form.control}
        name={codeName as Path<Form>}
        render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
          <Field label={labels[codeName]} error={fieldState.error?.message}>
            <CountryCodeInput value={value} onValueChange={onChange} onBlur={onBlur} inputRef={ref} />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name={phoneName as Path<Form>}
        render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
          <Field label={marksNeed && phone !== '' ? `${labels[phoneName]} (Country Code Required)` : labels[phoneName]} error={fieldState.error?.message}>
            <PhoneInput
              value={value}
              onValueChange={onChange}
              countryCode={form.getValues(codeName as Path<Form>)}
              onPairChange={(pair) => {
                form.setValue(codeName as Path<Form>, pair.countryCode as PathValue<Form, Path<Form>>, { shouldDirty: true })
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
