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

type GroupPhone = (countryCode: string, digits: string) => string

let groupAbroad: GroupPhone | undefined

/** The groups of all countries are a large table, so the first view does without it; the server takes it when it starts. */
export const setPhoneGroups = (group: GroupPhone): void => void (groupAbroad = group)

/** +1, or no code: 3-3-rest with dashes (ten digits: xxx-xxx-xxxx). Others as their country groups them. '' without a phone. */
export function formatPhone(countryCode: string | null | undefined, phone: string | null | undefined): string {
  const digits = keepDigits(phone ?? '')
  return isAbroad(countryCode) ? (groupAbroad?.(countryCode, digits) ?? digits) : dashPhone(digits)
}

/** A number whose groups are not those of +1. */
export const isAbroad = (countryCode: string | null | undefined): countryCode is string => (countryCode ?? '') !== '' && countryCode !== defaultCountryCode

/** The same on every device, with the groups here or not: for what is stored. */
export const phoneToStoredText = (countryCode: string | null | undefined, phone: string): string =>
  isAbroad(countryCode) ? keepDigits(phone) : dashPhone(keepDigits(phone))

function dashPhone(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((group) => group !== '').join('-')
}
