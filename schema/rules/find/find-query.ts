import { splitInternationalPhone } from '../customers/international-phone.ts'
import { readSearch, type WordBits } from '../text/search-words.ts'
import { toCode } from './code.ts'

/** `near`: other spellings under which it is looked for, too. */
export type FindWord = { text: string; digits: string; near: readonly string[] }

/**
 * What somebody typed to find anything. `phones`: all of it as digits of one number, in each way that a number may stand in a row;
 * `code`: all of it as a serial number, an IMEI or a SKU, '' where it cannot be one.
 */
export type FindQuery = { words: readonly FindWord[]; phones: readonly string[]; code: string }

/** As many as a number has bits for; nobody types more. */
const mostWords = 30

/** Fewer digits, or signs of a code, are not taken for all of one. */
const fewestDigits = 4

export function readFindQuery(typed: string): FindQuery {
  const { words, number } = readSearch(typed)
  const code = toCode(typed)
  return {
    words: words.slice(0, mostWords).map((word) => ({ ...word, near: [] })),
    phones: number === '' ? [] : toPhoneSpellings(typed, number),
    code: code.length >= fewestDigits ? code : '',
  }
}

/** The number as it was typed; without its country, which a row may keep apart; without the zero that is dialled inside a country. */
function toPhoneSpellings(typed: string, digits: string): string[] {
  const national = splitInternationalPhone(typed)?.phone ?? ''
  const spellings = [digits, national, ...(digits.startsWith('0') ? [digits.replace(/^0+/, '')] : [])]
  return [...new Set(spellings)].filter((spelling, index) => index === 0 || spelling.length >= fewestDigits)
}

/** What of a row is searched, folded. `phones`: digits only, one number a line; `codes`: as `toCode` has them, one a line. */
export type FindPart = { text: string; phones?: string | undefined; codes?: string | undefined }

export const allWords = ({ words }: FindQuery): WordBits => 2 ** words.length - 1

/** Which words stand in a part of a row; all of them where it has the whole phone or code. What many rows share is asked once. */
export function findWordsIn(query: FindQuery, { text, phones = '', codes = '' }: FindPart): WordBits {
  if (holdsWhole(query, phones, codes)) return allWords(query)
  let found: WordBits = 0
  for (let index = 0; index < query.words.length; index++) {
    const word = query.words[index]
    if (word !== undefined && (holdsWord(text, word) || (word.digits !== '' && phones.includes(word.digits)) || codes.includes(word.text))) found |= 1 << index
  }
  return found
}

/** Which words do not stand in a row's own folded text. */
export function missWordsIn({ words }: FindQuery, text: string): WordBits {
  let missing: WordBits = 0
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word !== undefined && !holdsWord(text, word)) missing |= 1 << index
  }
  return missing
}

function holdsWord(text: string, word: FindWord): boolean {
  if (text.includes(word.text)) return true
  for (let index = 0; index < word.near.length; index++) if (text.includes(word.near[index] ?? word.text)) return true
  return false
}

function holdsWhole({ phones, code }: FindQuery, ofPhones: string, ofCodes: string): boolean {
  if (ofPhones !== '') for (const phone of phones) if (ofPhones.includes(phone)) return true
  return code !== '' && ofCodes.includes(code)
}

/** Whether the whole of what was typed is a phone or a code of the part, and not only a piece of one. */
export function isExactly({ phones, code }: FindQuery, part: { phones?: string | undefined; codes?: string | undefined }): boolean {
  const lines = (text = ''): string[] => (text === '' ? [] : text.split('\n'))
  if (code !== '' && lines(part.codes).includes(code)) return true
  return phones.some((phone) => lines(part.phones).includes(phone))
}
