export const defaultCountryCode = '+1'

const phoneMinDigits = 6
export const phoneMaxDigits = 15
export const countryCodeMaxLength = 5

const maxCountryCodeDigits = countryCodeMaxLength - 1
const phonePattern = new RegExp(`^[0-9]{${phoneMinDigits},${phoneMaxDigits}}$`)
const countryCodePattern = new RegExp(`^\\+[1-9][0-9]{0,${maxCountryCodeDigits - 1}}$`)

export function keepDigits(text: string): string {
  return text.replace(/[^0-9]+/g, '')
}

/** '+' and at most four digits; a text without digits becomes '+' or ''. */
export function normalizeCountryCode(text: string): string {
  if (text.trim() === '') return ''
  return `+${keepDigits(text).slice(0, maxCountryCodeDigits)}`
}

export function isPhone(digits: string): boolean {
  return phonePattern.test(digits)
}

/**
 * Digits that people type where somebody has no number: one digit all along, or 1234567890. They are stored like any other
 * and match nobody.
 */
export function isNobodysPhone(phone: string): boolean {
  return /^(\d)\1*$/.test(phone) || phone === '1234567890'
}

export function isCountryCode(text: string): boolean {
  return countryCodePattern.test(text)
}

/** 3-3-rest with dashes for every country code (ten digits: xxx-xxx-xxxx); '' without a phone. */
export function formatPhone(_countryCode: string | null | undefined, phone: string | null | undefined): string {
  const digits = keepDigits(phone ?? '')
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((group) => group !== '').join('-')
}
