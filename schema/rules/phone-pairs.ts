export type PhoneFields = { countryCode: string | null; phone: string | null; alternateCountryCode: string | null; alternatePhone: string | null }

const pairs = [
  { code: 'countryCode', phone: 'phone' },
  { code: 'alternateCountryCode', phone: 'alternatePhone' },
] as const

/** The pairs of which the phone is there and its country code is not (VAL-58, VAL-59, VAL-65, VAL-66). */
export const findMissingCountryCodes = (fields: PhoneFields): (typeof pairs)[number][] => pairs.filter(({ code, phone }) => fields[phone] !== null && fields[code] === null)

/** What entities, employees and suppliers are told (VAL-58, VAL-59). */
export const missingCountryCodeMessages = {
  countryCode: 'Please provide a country code when entering a phone number.',
  alternateCountryCode: 'Please provide a country code when entering an alternate phone number.',
} as const

/** What users are told of both numbers (VAL-65, VAL-66, AMB-142). */
export const userCountryCodeMessage = 'Country code is required when phone number is provided'
