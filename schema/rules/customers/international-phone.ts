import {
  AsYouType,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min'
import { isNobodysPhone, keepDigits, phoneMaxDigits } from '../../values/phone.ts'

export type PhonePair = { countryCode: string; phone: string }

/** `isComplete`: as long as numbers of that country are; `isValid`: the country gives such numbers out. */
export type SplitPhone = PhonePair & { isComplete: boolean; isTooLong: boolean; isValid: boolean }

/**
 * Splits a number with a country code: '+1 (415) 555-0199' and '001 415 555 0199' give '+1' and '4155550199'. A
 * repeated country code counts once; a trunk zero is dropped ('+44 (0)20 …').
 * @returns undefined if the text has no known country code
 */
export function splitInternationalPhone(text: string): SplitPhone | undefined {
  const international = toInternational(text.slice(0, maxTextLength))
  if (international === undefined) return undefined
  const typed = new AsYouType()
  typed.input(international)
  const callingCode = typed.getCallingCode()
  if (callingCode === undefined) return undefined
  const number = parseNational(callingCode, keepDigits((typed.getNumberValue() ?? '').slice(1 + callingCode.length)))
  const phone = keepDigits(number?.nationalNumber ?? (typed.getNumberValue() ?? '').slice(1 + callingCode.length))
  if (phone.length > phoneMaxDigits) return undefined
  return toSplit(callingCode, phone, number)
}

/**
 * Reads a number as it is dialled in a country, or with a country code without plus: '447912345678' gives '+44' and '7912345678' unless it
 * is a number of the country itself. Leading zeros stay as typed.
 */
export function splitNationalPhone(countryCode: string, digits: string): SplitPhone {
  const callingCode = keepDigits(countryCode)
  const national = parseNational(callingCode, digits)
  const abroad = digits.startsWith('0') ? undefined : parseText(`+${digits.replace(/^521(?=\d{10}$)/, '52')}`)
  if (abroad?.isValid() === true) {
    const rest = abroad.nationalNumber
    const isOwn = abroad.countryCallingCode === callingCode
    const isBetter = isOwn ? rest.length >= shortestNational : digits.length >= longestNational
    if (national?.isValid() !== true && (isOwn || national?.isPossible() !== true)) return toSplit(abroad.countryCallingCode, rest, abroad)
    if (isBetter) return toSplit(abroad.countryCallingCode, rest, abroad)
  }
  const isTyped = national?.isPossible() !== true || digits.replace(/^0+/, '') === national.nationalNumber.replace(/^0+/, '')
  return toSplit(callingCode, isTyped ? digits : national.nationalNumber, national)
}

export function dropRepeatedCode(countryCode: string, digits: string): string {
  if (countryCode === '' || !digits.startsWith(keepDigits(countryCode))) return digits
  const split = splitNationalPhone(countryCode, digits)
  return split.countryCode === countryCode ? split.phone : digits
}

/** The number as networks dial it: '+44' and '07700 900123' give '+44' and '7700900123'. Italy and Ivory Coast keep the zero. */
export function toDialledPhone(countryCode: string, phone: string): PhonePair {
  const callingCode = keepDigits(countryCode)
  const typed = keepDigits(phone)
  const abroad = typed.startsWith('00') ? splitInternationalPhone(typed) : undefined
  if (abroad?.isComplete === true) return { countryCode: abroad.countryCode, phone: abroad.phone }
  const digits = dropRepeatedCode(`+${callingCode}`, typed)
  return { countryCode: `+${callingCode}`, phone: parseNational(callingCode, digits)?.nationalNumber ?? digits }
}

/** The digits as their country groups them, with its trunk zero where they have it: '20 7946 0958', '020 7946 0958'. */
export function groupPhone(countryCode: string, digits: string): string {
  const number = parseNational(keepDigits(countryCode), digits)
  if (number === undefined) return digits
  const grouped =
    number.nationalNumber === digits
      ? number
          .formatInternational()
          .slice(1 + number.countryCallingCode.length)
          .trim()
      : number.formatNational()
  return keepDigits(grouped) === digits ? grouped : digits
}

/** '+447700900123', as carriers want it. */
export function phoneToE164(countryCode: string, phone: string): string {
  const dialled = toDialledPhone(countryCode, phone)
  return dialled.countryCode + dialled.phone
}

/** The E.164 number of an address such as '+4407700900123'; an address with an unknown country code stays as it is. */
export function addressToE164(address: string): string {
  const split = splitInternationalPhone(address)
  return split === undefined ? address : phoneToE164(split.countryCode, split.phone)
}

/**
 * A key that all spellings of a number share: grouping, trunk zero, a repeated country code, Mexico's 1, Argentina's 9 and 15. `ownCode`: the
 * shop's country code, for numbers without one. Undefined for digits that are nobody's number.
 */
export function toPhoneKey(countryCode: string | null, phone: string | null, ownCode: string): string | undefined {
  const digits = keepDigits(phone ?? '')
  if (digits === '' || isNobodysPhone(digits)) return undefined
  return phoneToE164(countryCode ?? ownCode, digits).replace(/^\+549(?=\d{10}$)/, '+54')
}

/** The stored digits that mean this number beside the same country code; none for digits that are nobody's number. */
export function phoneToSpellings(countryCode: string, phone: string): string[] {
  const key = toPhoneKey(countryCode, phone, '')
  if (key === undefined) return []
  const callingCode = keepDigits(countryCode)
  const national = key.slice(1 + callingCode.length)
  const bare = callingCode === '54' ? [national, ...[2, 3, 4].map((place) => `${national.slice(0, place)}15${national.slice(place)}`)] : [national]
  const spellings = bare.flatMap((digits) =>
    ['', '0', callingCode, `00${callingCode}`, ...(prefixesByCode[callingCode] ?? [])].map((prefix) => prefix + digits),
  )
  return [...new Set([keepDigits(phone), ...spellings])].filter((digits) => toPhoneKey(countryCode, digits, '') === key)
}

/** 'DE' → '+49'; undefined for a country without one. */
export const countryToCallingCode = (country: string): string | undefined => (isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : undefined)

/** A chat with this number; null without a phone (AMB-82). */
export function phoneToChatLink(countryCode: string | null | undefined, phone: string | null | undefined): string | null {
  if (keepDigits(phone ?? '') === '') return null
  return `https://wa.me/${keepDigits(phoneToE164(countryCode ?? '', phone ?? ''))}`
}

/** Trunk prefixes other than zero, by calling code. */
const prefixesByCode: Readonly<Record<string, readonly string[]>> = {
  '7': ['8'],
  '36': ['06'],
  '52': ['1', '01', '044', '045'],
  '54': ['9', '549'],
  '375': ['8', '80'],
}

const maxTextLength = 60
/** If digits are valid both with and without their own country code, the code goes only where at least so many digits stay. */
const shortestNational = 10
/** So many digits without a leading zero begin with a country code: national numbers are seldom as long. */
const longestNational = 12

const toSplit = (callingCode: string, phone: string, number: PhoneNumber | undefined): SplitPhone => ({
  countryCode: `+${callingCode}`,
  phone,
  isComplete: number?.isPossible() ?? false,
  isTooLong: number !== undefined && validatePhoneNumberLength(number.number) === 'TOO_LONG',
  isValid: number?.isValid() ?? false,
})

/** Undefined if no country has the calling code. */
function parseNational(callingCode: string, digits: string): PhoneNumber | undefined {
  // Until 2019, Mexico dialled these digits in front of mobile numbers.
  const dialled = callingCode === '52' ? digits.replace(/^(?:0(?:[12]|4[45])|1)(?=\d{10}$)/, '') : digits
  return parseText(dialled, callingCode)
}

function parseText(text: string, defaultCallingCode?: string): PhoneNumber | undefined {
  try {
    return parsePhoneNumberFromString(text, { extract: false, ...(defaultCallingCode !== undefined && { defaultCallingCode }) })
  } catch {
    return undefined
  }
}

/** '+' and what follows the last number prefix; undefined if the text begins otherwise. */
function toInternational(text: string): string | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const start = /^(?:tel:)?\(?\s*(?:\+|00)/i.exec(plain)
  if (start === null) return undefined
  const rest = plain.slice(start[0].length)
  const code = /^[\s()-]*\+?\s*/.exec(rest)
  const national = rest.slice(code?.[0].length ?? 0)
  const again = /^(\d{1,3})(?:[\s()-]*\+|[\s()-]+00)\s*\1/.exec(national)
  return `+${again === null ? national : again[1] + national.slice(again[0].length)}`
}
