import { z } from 'zod'
import { countryCodeSchema, emailSchema, phoneMessage, phoneSchema } from '../fields.ts'
import { missingCountryCodeMessages, type PhoneFields, userCountryCodeMessage } from '../rules/customers/phone-pairs.ts'
import { isCountryCode, keepDigits, normalizeCountryCode } from '../rules/customers/phone.ts'
import { defaultCountryCode } from './customer.ts'

/** The phone fields of the administration's forms; texts as typed (phones: digits), '' where there is none. */
export const contactFields = { countryCode: z.string(), phone: z.string(), alternateCountryCode: z.string(), alternatePhone: z.string() }

export type ContactForm = { countryCode: string; phone: string; alternateCountryCode: string; alternatePhone: string }

export const emptyContact: Readonly<ContactForm> = { countryCode: defaultCountryCode, phone: '', alternateCountryCode: defaultCountryCode, alternatePhone: '' }

type CodeMessages = { phone: string; alternatePhone: string }

/** VAL-58, VAL-59: entities and employees. */
export const contactMessages: CodeMessages = { phone: missingCountryCodeMessages.countryCode, alternatePhone: missingCountryCodeMessages.alternateCountryCode }

/** VAL-65, VAL-66 (AMB-142): users and the own profile. */
export const userContactMessages: CodeMessages = { phone: userCountryCodeMessage, alternatePhone: userCountryCodeMessage }

/** Both numbers are optional; a number that is there must be one, and needs its country code. */
export const checkContact =
  (messages: CodeMessages) =>
  (form: ContactForm, context: z.core.$RefinementCtx): void => {
    for (const { phone, code } of phonePairs) {
      if (form[phone] === '') continue
      const report = (path: string, result: z.ZodSafeParseResult<unknown>): void => {
        if (!result.success) context.addIssue({ code: 'custom', path: [path], message: result.error.issues[0]?.message ?? '' })
      }
      // A lone '+' is what an emptied input may keep.
      const typedCode = form[code].trim() === '+' ? '' : form[code]
      report(code, countryCodeSchema(messages[phone]).safeParse(typedCode))
      report(phone, phoneSchema(phoneMessage).safeParse(form[phone]))
    }
  }

const phonePairs = [
  { phone: 'phone', code: 'countryCode' },
  { phone: 'alternatePhone', code: 'alternateCountryCode' },
] as const

/** Total; null where there is none. A number that is missing takes its country code with it. */
export function formToContact(form: ContactForm): PhoneFields {
  const phone = keepDigits(form.phone)
  const alternatePhone = keepDigits(form.alternatePhone)
  return {
    countryCode: phone === '' ? null : normalizeCountryCode(form.countryCode),
    phone: phone === '' ? null : phone,
    alternateCountryCode: alternatePhone === '' ? null : normalizeCountryCode(form.alternateCountryCode),
    alternatePhone: alternatePhone === '' ? null : alternatePhone,
  }
}

const codeToForm = (code: string | null): string => (code !== null && isCountryCode(code) ? code : defaultCountryCode)

export const contactToForm = ({ countryCode, phone, alternateCountryCode, alternatePhone }: PhoneFields): ContactForm => ({
  countryCode: codeToForm(countryCode),
  phone: phone ?? '',
  alternateCountryCode: codeToForm(alternateCountryCode),
  alternatePhone: alternatePhone ?? '',
})

const formEmail = emailSchema('Invalid email format')

/** VAL-08, VAL-64: optional, else an address. */
export const optionalEmailText = z.string().superRefine((value, context) => {
  if (value.trim() === '') return
  const result = formEmail.safeParse(value)
  if (!result.success) context.addIssue({ code: 'custom', message: result.error.issues[0]?.message ?? '' })
})
