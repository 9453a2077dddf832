export type PhoneFields = { countryCode: string | null; phone: string | null; alternateCountryCode: string | null; alternatePhone: string | null }

const pairs = [
  { code: 'countryCode', phone: 'phone' },
  { code: 'alternateCountryCode', phone: 'alternatePhone' },
] as const

export const findMissingCountryCodes = (fields: Partial<PhoneFields>): (typeof pairs)[number][] =>
  pairs.filter(({ code, phone }) => (fields[phone] ?? null) !== null && (fields[code] ?? null) === null)

export const missingCountryCodeMessages = {
  countryCode: 'Please provide a country code when entering a phone number.',
  alternateCountryCode: 'Please provide a country code when entering an alternate phone number.',
} as const

export const findPhoneIssues = (fields: Partial<PhoneFields>): { path: string; message: string }[] =>
  findMissingCountryCodes(fields).map(({ code }) => ({ path: code, message: missingCountryCodeMessages[code] }))

const userCountryCodeMessage = 'Country code is required when phone number is provided'
/** Of a customer who is not marked as without a phone. */
export const neededPhoneMessage = 'Phone number is required'

export const userContactMessages = { countryCode: userCountryCodeMessage, alternateCountryCode: userCountryCodeMessage } as const
