export type PhoneFields = { countryCode: string | null; phone: string | null; alternateCountryCode: string | null; alternatePhone: string | null }

const pairs = [
  { code: 'countryCode', phone: 'phone' },
  { code: 'alternateCountryCode', phone: 'alternatePhone' },
] as const

/** The pairs of which the phone is there and its country code is not. A supplier has one pair only. */
export const findMissingCountryCodes = (fields: Partial<PhoneFields>): (typeof pairs)[number][] =>
  pairs.filter(({ code, phone }) => (fields[phone] ?? null) !== null && (fields[code] ?? null) === null)

/** Messages for entities, employees and suppliers. */
export const missingCountryCodeMessages = {
  countryCode: 'Please provide a country code when entering a phone number.',
  alternateCountryCode: 'Please provide a country code when entering an alternate phone number.',
} as const

/** The same as issues of the fields. */
export const findPhoneIssues = (fields: Partial<PhoneFields>): { path: string; message: string }[] =>
  findMissingCountryCodes(fields).map(({ code }) => ({ path: code, message: missingCountryCodeMessages[code] }))

/** Message for both numbers of users. */
const userCountryCodeMessage = 'Country code is required when phone number is provided'
export const userContactMessages = { countryCode: userCountryCodeMessage, alternateCountryCode: userCountryCodeMessage } as const
