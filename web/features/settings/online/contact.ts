import { emailSchema } from '#schema/fields.ts'
import type { missingCountryCodeMessages, PhoneFields } from '#schema/rules/customers/phone-pairs.ts'
import { isBlank, optionalText } from '#web/forms/checked-by.ts'
import { settings } from '../all/settings-texts.ts'

/** Phone fields as digits, '' for none. */
export const contactFields = { countryCode: {}, phone: {}, alternateCountryCode: {}, alternatePhone: {} }

export type ContactForm = { countryCode: string; phone: string; alternateCountryCode: string; alternatePhone: string }

/** Both numbers are optional; a number must be valid and needs its country code. */
export const contactPhones = ({ countryCode, alternateCountryCode }: Record<keyof typeof missingCountryCodeMessages, string>) => [
  { code: 'countryCode', phone: 'phone', missingCode: countryCode, isPlusNone: true } as const,
  { code: 'alternateCountryCode', phone: 'alternatePhone', missingCode: alternateCountryCode, isPlusNone: true } as const,
]

export const optionalEmail = { typed: optionalText(emailSchema(settings.invalidEmail()), isBlank) }

type PhoneAnswer = { country_code: string | null; phone: string | null; alternate_country_code: string | null; alternate_phone: string | null }

/** Maps the snake_case phones of an answer. */
export const answerToPhones = (answer: PhoneAnswer): PhoneFields => ({
  countryCode: answer.country_code,
  phone: answer.phone,
  alternateCountryCode: answer.alternate_country_code,
  alternatePhone: answer.alternate_phone,
})
