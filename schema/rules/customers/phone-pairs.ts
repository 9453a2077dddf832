export type PhoneFields = { countryCode: string | null; phone: string | null; alternateCountryCode: string | null; alternatePhone: string | null }

const pairs = [
  { code: 'countryCode', phone: 'phone' },
  { code: 'alternateCountryCode', phone: 'alternatePhone' },
] as const

/** The pairs of which the phone is there and its country code is not (VAL-58, VAL-59, VAL-65, VAL-66). A supplier has one pair only. */
export const findMissingCountryCodes = (fields: Partial<PhoneFields>): (typeof pairs)[number][] =>
  pairs.filter(({ code, phone }) => (fields[phone] ?? null) !== null && (fields[code] ?? null) === null)

/** Messages for entities, employees and suppliers (VAL-58, VAL-59). */
export const missingCountryCodeMessages = {
  countryCode: 'Please provide a country code when entering a phone number.',
  alternateCountryCode: 'Please provide a country code when entering an alternate phone number.',
} as const

/** The same as issues of the fields. */
export const findPhoneIssues = (fields: Partial<PhoneFields>): { path: string; message: string }[] =>
  findMissingCountryCodes(fields).map(({ code }) => ({ path: code, message: missingCountryCodeMessages[code] }))

/** Message for both numbers of users (VAL-65, VAL-66, AMB-142). */
const userCountryCodeMessage = 'Country code is required when phone number is provided'
export const userContactMessages = { countryCode: userCountryCodeMessage, alternateCountryCode: userCountryCodeMessage } as const
