import { type FieldValues, type Path, type UseFormReturn, useWatch } from 'react-hook-form'
import { PhonePairField } from '#web/inputs/phone/phone-pair-field.tsx'
import type { ContactForm } from './contact.ts'
import { settings } from '../all/settings-texts.ts'

type ContactFieldsProps<Form extends FieldValues> = {
  form: UseFormReturn<Form>
  /** The form's labels. */
  labels: Readonly<Record<keyof ContactForm, string>>
  /** The label says that a number needs its country code. */
  marksNeed?: boolean | undefined
}

/** Main and alternate phone, each with a country code. */
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
    <PhonePairField
      form={form}
      codeName={codeName as Path<Form>}
      phoneName={phoneName as Path<Form>}
      codeLabel={labels[codeName]}
      phoneLabel={marksNeed && phone !== '' ? settings.codeRequired({ label: labels[phoneName] }) : labels[phoneName]}
      className="grid-cols-[7.5rem_minmax(0,1fr)] items-end sm:grid-cols-[11rem_minmax(0,1fr)] md:col-span-2"
    />
  )
}
