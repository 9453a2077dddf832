import type { CustomerForm } from '#schema/forms/customer.ts'
import { formatPhone } from '#schema/rules/customers/phone.ts'
import { textToPreview } from '#web/forms/news/remote-changes.ts'

const labelByField: Record<keyof CustomerForm, string> = {
  name: 'Name',
  countryCode: 'Country code',
  phone: 'Phone',
  alternateCountryCode: 'Alternate country code',
  alternatePhone: 'Alternate phone',
  email: 'Email',
  customerNotes: 'Customer notes',
}

const isPhoneField = (field: keyof CustomerForm): boolean => field === 'phone' || field === 'alternatePhone'

/** 'Phone is now 555-123-4567'. */
export function changeToText(field: keyof CustomerForm, value: string): string {
  return `${labelByField[field]} is now ${textToPreview(isPhoneField(field) ? formatPhone(null, value) : value)}`
}

/** What was typed, one line a field, for copying. */
export function formToText(form: CustomerForm): string {
  const names = Object.keys(labelByField) as (keyof CustomerForm)[]
  return names.flatMap((name) => (form[name] === '' ? [] : [`${labelByField[name]}: ${form[name]}`])).join('\n')
}
