import { formatPhone } from '#schema/values/phone.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { type CustomerForm, customerForm } from './form.ts'

const isPhoneField = (field: keyof CustomerForm): boolean => field === 'phone' || field === 'alternatePhone'

const typedToText = (typed: string | boolean): string => (typeof typed === 'string' ? typed : typed ? 'yes' : 'no')

/** 'Phone is now 555-123-4567'. */
export const changeToText = (field: keyof CustomerForm, value: string | boolean): string =>
  fieldToNews(customerForm, field, isPhoneField(field) ? formatPhone(null, typedToText(value)) : typedToText(value))

/** What was typed, one line a field, for copying. */
export const formToText = (form: CustomerForm): string => typedToLines(customerForm, (field) => (form[field] === false ? '' : typedToText(form[field])))
