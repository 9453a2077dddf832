import { z } from 'zod'
import { customers } from '#schema/collections/work/customers.ts'
import { emailSchema } from '#schema/fields.ts'
import { missingCountryCodeMessages, neededPhoneMessage } from '#schema/rules/customers/phone-pairs.ts'
import { accessCodeMaxLength, accessCodeMinLength } from '#schema/rules/customers/portal.ts'
import { isBlank, optionalText } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

/** Texts as typed, phones as digits. Only the combined form shows the notes. */
export const customerForm = defineForm(
  customers,
  {
    name: {},
    countryCode: {},
    phone: {},
    noPhone: { inputLabel: 'No phone' },
    alternateCountryCode: { inputLabel: 'Alt Country Code' },
    alternatePhone: {},
    email: { typed: optionalText(emailSchema('Invalid email address'), isBlank) },
    company: {},
    street: {},
    postalCode: {},
    city: {},
    region: { inputLabel: 'State or Region' },
    country: {},
    taxId: {},
    language: {},
    taxExempt: { inputLabel: 'Tax exempt' },
    taxExemptReason: { inputLabel: 'Reason' },
    customerNotes: {},
    noMessages: {},
  },
  {
    phones: [
      { code: 'countryCode', phone: 'phone', missingCode: 'Country code is required', missingPhone: neededPhoneMessage, unless: 'noPhone' },
      { code: 'alternateCountryCode', phone: 'alternatePhone', missingCode: missingCountryCodeMessages.alternateCountryCode },
    ],
  },
)

export type CustomerForm = FormOf<typeof customerForm>

/** Phones start with the shop's country code. */
export const newCustomerForm = (countryCode: string): CustomerForm => ({ ...customerForm.empty, countryCode, alternateCountryCode: countryCode })

/** Saved by REST, online only; '' means unchanged. */
export const accessCodeSchema = z
  .string()
  .trim()
  .refine((code) => code === '' || (code.length >= accessCodeMinLength && code.length <= accessCodeMaxLength), {
    error: `Access code must be ${accessCodeMinLength}-${accessCodeMaxLength} characters`,
  })
