import { foldText } from '../../values/customer-match.ts'

export const erasedName = 'Erased customer'

const erasedMark = '[erased]'

/** Data that identifies a customer. Phones are digits, with the country code's digits if known. */
export type Traces = {
  names: readonly string[]
  phones: readonly { countryCode: string | null; phone: string }[]
  emails: readonly string[]
  /** Company, street and tax ID. */
  words: readonly string[]
}

const escape = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&')

/** Shorter runs of digits are not treated as phones. */
const shortestPhone = 6
/** A shorter company or tax ID may be any word. */
const shortestWord = 4
const gap = '[\\s().\\/-]{0,3}'

/** Whole words, any blanks between them. */
const wordsToPattern = (name: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${escape(name.trim()).replace(/\s+/g, '\\s+')}(?![\\p{L}\\p{N}])`, 'giu')

function phoneToPattern({ countryCode, phone }: Traces['phones'][number]): RegExp {
  const code = (countryCode ?? '').replace(/\D/g, '')
  const prefixes = ['(?:\\+|00)\\d{1,4}', ...(code === '' ? [] : [code])]
  return new RegExp(`(?<!\\d)(?:(?:${prefixes.join('|')})${gap})?\\(?${phone.replace(/\D/g, '').split('').join(gap)}(?!\\d)`, 'gu')
}

/** Removes literal occurrences: any letter case, any grouping of digits. */
export function eraseFromText(text: string, { names, phones, emails, words }: Traces): string {
  let erased = text
  for (const email of emails) if (email.trim() !== '') erased = erased.replace(new RegExp(escape(email.trim()), 'giu'), erasedMark)
  for (const phone of phones) if (phone.phone.replace(/\D/g, '').length >= shortestPhone) erased = erased.replace(phoneToPattern(phone), erasedMark)
  for (const name of names) if (name.trim() !== '') erased = erased.replace(wordsToPattern(name), erasedName)
  for (const word of words) if (word.trim().length >= shortestWord) erased = erased.replace(wordsToPattern(word), erasedMark)
  return erased
}

const toComparable = (name: string): string => foldText(name).replace(/\s+/g, ' ').trim()

export const isTypedName = (typed: string, name: string): boolean => toComparable(typed) === toComparable(name)

export const typeTheNameMessage = "Type the customer's name to erase the customer"
export const erasedMessage = 'Customer was erased in the meantime'
