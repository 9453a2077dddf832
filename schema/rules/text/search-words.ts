import { foldText } from '../../values/customer-match.ts'
import { keepDigits } from '../../values/phone.ts'

const lonePunctuation = /^[!-/:-@[-`{-~]+$/
const phoneLike = /^[+()\-./\d\s]*\d[+()\-./\d\s]*$/

/**
 * Folded words of a query. Marks between words do not count ("A & B", "Phones / Screens"); alone they are a text. A list
 * splits once for all rows.
 */
export function queryToWords(query: string): string[] {
  const parts = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '')
  const words = parts.filter((word) => !lonePunctuation.test(word))
  return words.length === 0 ? parts : words
}

/** Whether all that a longer query finds was found by the shorter one, which may be marks that no longer count. */
export function isNarrowerQuery(before: string, after: string): boolean {
  const words = queryToWords(before)
  return after === before || (after.startsWith(before) && (words.length === 0 || !words.every((word) => lonePunctuation.test(word))))
}

export function containsAllWords(haystackFolded: string, words: readonly string[]): boolean {
  return words.every((word) => haystackFolded.includes(word))
}

type SearchWord = { text: string; digits: string }

/** `number`: the whole query as one grouped phone, else ''. */
export type Search = { words: readonly SearchWord[]; number: string }

/** Prepares a query for `matchesSearch`. */
export function readSearch(query: string): Search {
  return { words: queryToWords(query).map((text) => ({ text, digits: toPhoneDigits(text) })), number: toPhoneDigits(query) }
}

const toPhoneDigits = (text: string): string => (phoneLike.test(text) ? keepDigits(text) : '')

/**
 * Every word must occur, in any order, in one of the folded texts; digits also in `phones` (digits only, one number per
 * line), however they are grouped.
 */
export function matchesSearch({ words, number }: Search, texts: readonly string[], phones = ''): boolean {
  if (number !== '' && phones.includes(number)) return true
  for (const word of words) if (!isWordIn(word, texts, phones)) return false
  return true
}

function isWordIn({ text, digits }: SearchWord, texts: readonly string[], phones: string): boolean {
  for (const one of texts) if (one.includes(text)) return true
  return digits !== '' && phones.includes(digits)
}

/** One bit per word; the first is 1. */
export type WordBits = number

const wordsPerPart = 30

/** Splits a search into parts of at most 30 words for `findWords`; a row must match every part. Empty for an empty search. */
export function splitSearch({ words, number }: Search): Search[] {
  const parts: Search[] = []
  for (let start = 0; start < words.length; start += wordsPerPart) parts.push({ words: words.slice(start, start + wordsPerPart), number })
  return parts
}

const allWords = ({ words }: Search): WordBits => 2 ** words.length - 1

/** Bits of the words found in texts; all bits if `phones` holds the whole number. Texts shared by many rows are searched once. */
export function findWords(part: Search, texts: readonly string[], phones = ''): WordBits {
  if (part.number !== '' && phones.includes(part.number)) return allWords(part)
  let found: WordBits = 0
  for (const [index, word] of part.words.entries()) if (isWordIn(word, texts, phones)) found |= 1 << index
  return found
}

/** Bits of the words missing from a row's own folded text; the row matches if its shared texts have them. */
export function missWords({ words }: Search, folded: string): WordBits {
  let missing: WordBits = 0
  for (let index = 0; index < words.length; index++) if (!folded.includes(words[index]?.text ?? '')) missing |= 1 << index
  return missing
}
