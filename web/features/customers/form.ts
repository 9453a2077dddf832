import { z } from 'zod'
import { customers } from '#schema/collections/work/customers.ts'
import { emailSchema } from '#schema/fields.ts'
import { missingCountryCodeMessages, neededPhoneMessage } from '#schema/rules/customers/phone-pairs.ts'
import { accessCodeMaxLength, accessCodeMinLength } from '#schema/rules/customers/portal.ts'
import { isBlank, optionalText } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { t } from './customer-form-texts.ts'

/** Texts as typed, phones as digits. Only the combined form shows the notes. */
export const customerForm = defineForm(
  customers,
  {
    name: {},
    countryCode: {},
    phone: {},
    noPhone: { inputLabel: t.noPhone() },
    alternateCountryCode: { inputLabel: t.altCountryCode() },
    alternatePhone: {},
    email: { typed: optionalText(emailSchema(t.invalidEmail()), isBlank) },
    company: {},
    street: {},
    postalCode: {},
    city: {},
    region: { inputLabel: t.region() },
    country: {},
    taxId: {},
    language: {},
    taxExempt: { inputLabel: t.taxExempt() },
    taxExemptReason: { inputLabel: t.reason() },
    customerNotes: {},
    noMessages: {},
  },
  {
    phones: [
      { code: 'countryCode', phone: 'phone', missingCode: t.countryCodeNeeded(), missingPhone: neededPhoneMessage, unless: 'noPhone' },
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
    error: t.accessCodeLength({ least: accessCodeMinLength, most: accessCodeMaxLength }),
  })
