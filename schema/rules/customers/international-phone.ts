import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { keepDigits, phoneMaxDigits } from '../../values/phone.ts'

export type PhonePair = { countryCode: string; phone: string }

/** `isComplete`: has the usual length of that country's numbers. */
export type SplitPhone = PhonePair & { isComplete: boolean }

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
  const number = parsePhoneNumberFromString(international)
  const phone = keepDigits(number?.nationalNumber ?? (typed.getNumberValue() ?? '').slice(1 + callingCode.length))
  if (phone.length > phoneMaxDigits) return undefined
  return { countryCode: `+${callingCode}`, phone, isComplete: number?.isPossible() ?? false }
}

export function dropRepeatedCode(countryCode: string, digits: string): string {
  const callingCode = keepDigits(countryCode)
  if (callingCode === '' || !digits.startsWith(callingCode)) return digits
  const asTyped = parsePhoneNumberFromString(`+${callingCode}${digits}`)
  if (asTyped?.isValid() === true && asTyped.nationalNumber === digits) return digits
  const without = parsePhoneNumberFromString(`+${digits}`)
  return without?.isValid() === true && without.countryCallingCode === callingCode ? without.nationalNumber : digits
}

const maxTextLength = 60

/** '+' and what follows the last number prefix; undefined if the text begins otherwise. */
function toInternational(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim()
  const start = /^\(?\s*(?:\+|00)/.exec(plain)
  if (start === null) return undefined
  const rest = plain.slice(start[0].length)
  const code = /^[\s()-]*\+?\s*/.exec(rest)
  const national = rest.slice(code?.[0].length ?? 0)
  const again = /^(\d{1,3})(?:[\s()-]*\+|[\s()-]+00)\s*\1/.exec(national)
  return `+${again === null ? national : again[1] + national.slice(again[0].length)}`
}
