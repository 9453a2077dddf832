import { phoneToSpellings, splitInternationalPhone } from '../customers/international-phone.ts'
import { readSearch, type WordBits } from '../text/search-words.ts'
import { toCode } from './code.ts'

/** `near`: misspelling candidates that count as matches. */
export type FindWord = { text: string; digits: string; near: readonly string[] }

/**
 * A typed search. `phones`: the whole query as one number, in each spelling a row may hold; `code`: the whole query as
 * serial number, IMEI or SKU, else ''.
 */
export type FindQuery = { words: readonly FindWord[]; phones: readonly string[]; code: string }

const mostWords = 30

/** Shorter input does not count as a whole phone or code. */
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

/** As typed, without the country code (rows may store it separately), and without what is dialled in front inside a country. */
function toPhoneSpellings(typed: string, digits: string): string[] {
  const split = splitInternationalPhone(typed)
  const spelled = split?.isComplete === true ? phoneToSpellings(split.countryCode, split.phone) : []
  const local = digits.replace(/^0+/, '')
  // Mexico's and North America's 1, Argentina's 9 before the area code and its 15 behind it.
  const bare = /^[19](\d{10})$/.exec(local)?.[1] ?? ''
  const withoutFifteen =
    local.length === 12 ? [2, 3, 4].flatMap((place) => (local.startsWith('15', place) ? [local.slice(0, place) + local.slice(place + 2)] : [])) : []
  const spellings = [digits, split?.phone ?? '', local, bare, ...withoutFifteen, ...spelled]
  return [...new Set(spellings)].filter((spelling, index) => index === 0 || spelling.length >= fewestDigits)
}

/** Searchable text of a row, folded. `phones`: digits only, one number per line; `codes`: as `toCode` returns them, one per line. */
type FindPart = { text: string; phones?: string | undefined; codes?: string | undefined }

export const allWords = ({ words }: FindQuery): WordBits => 2 ** words.length - 1

/** Bits of the words found in a part; all bits if it holds the whole phone or code. Parts shared by many rows are searched once. */
export function findWordsIn(query: FindQuery, { text, phones = '', codes = '' }: FindPart): WordBits {
  if (holdsWhole(query, phones, codes)) return allWords(query)
  let found: WordBits = 0
  for (let index = 0; index < query.words.length; index++) {
    const word = query.words[index]
    if (word !== undefined && (holdsWord(text, word) || (word.digits !== '' && phones.includes(word.digits)) || codes.includes(word.text))) found |= 1 << index
  }
  return found
}

/** Bits of the words missing from a row's own folded text. */
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

export function isExactly({ phones, code }: FindQuery, part: { phones?: string | undefined; codes?: string | undefined }): boolean {
  const lines = (text = ''): string[] => (text === '' ? [] : text.split('\n'))
  if (code !== '' && lines(part.codes).includes(code)) return true
  return phones.some((phone) => lines(part.phones).includes(phone))
}
