/** The country code that forms begin with. */
export const defaultCountryCode = '+1'

/** CONST-08. */
const phoneMinDigits = 6
export const phoneMaxDigits = 15
/** The plus and up to four digits. */
export const countryCodeMaxLength = 5

const maxCountryCodeDigits = countryCodeMaxLength - 1
const phonePattern = new RegExp(`^[0-9]{${phoneMinDigits},${phoneMaxDigits}}$`)
const countryCodePattern = new RegExp(`^\\+[1-9][0-9]{0,${maxCountryCodeDigits - 1}}$`)

/** The digits 0-9 of a text, everything else dropped. */
export function keepDigits(text: string): string {
  return text.replace(/[^0-9]+/g, '')
}

/** Forces a typed country code to '+' and at most four digits; a text without any stays '+' or ''. */
export function normalizeCountryCode(text: string): string {
  if (text.trim() === '') return ''
  return `+${keepDigits(text).slice(0, maxCountryCodeDigits)}`
}

/** Stored phones are digits only, 6 to 15 of them. */
export function isPhone(digits: string): boolean {
  return phonePattern.test(digits)
}

/** '+', then one to four digits of which the first is not zero. */
export function isCountryCode(text: string): boolean {
  return countryCodePattern.test(text)
}

/**
 * Groups a phone for reading: 3-3-rest with dashes, which makes ten digits xxx-xxx-xxxx.
 * The decided grouping is the same for every country code; '' when there is no phone.
 */
export function formatPhone(_countryCode: string | null | undefined, phone: string | null | undefined): string {
  const digits = keepDigits(phone ?? '')
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((group) => group !== '').join('-')
}

/** Address that opens a chat with this number, null without a phone. */
export function phoneToChatLink(countryCode: string | null | undefined, phone: string | null | undefined): string | null {
  const digits = keepDigits(phone ?? '')
  return digits === '' ? null : `https://wa.me/${keepDigits(countryCode ?? '')}${digits}`
}
