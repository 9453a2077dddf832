export type PhoneFields = { countryCode: string | null; phone: string | null; alternateCountryCode: string | null; alternatePhone: string | null }

/** Country codes that a phone asks for and that are not there (VAL-58, VAL-59, VAL-65, VAL-66). */
export function findMissingCountryCodes({ countryCode, phone, alternateCountryCode, alternatePhone }: PhoneFields): ('countryCode' | 'alternateCountryCode')[] {
  return [...(phone !== null && countryCode === null ? (['countryCode'] as const) : []), ...(alternatePhone !== null && alternateCountryCode === null ? (['alternateCountryCode'] as const) : [])]
}

/** What entities and employees are told (VAL-58, VAL-59). */
export const missingCountryCodeMessages = {
  countryCode: 'Please provide a country code when entering a phone number.',
  alternateCountryCode: 'Please provide a country code when entering an alternate phone number.',
} as const

/** What users are told of both numbers (VAL-65, VAL-66, AMB-142). */
export const userCountryCodeMessage = 'Country code is required when phone number is provided'
