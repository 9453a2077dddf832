import { foldText } from '../../values/customer-match.ts'
import { keepDigits } from '../../values/phone.ts'

const lonePunctuation = /^[!-/:-@[-`{-~]+$/
const phoneLike = /^[+()\-./\d\s]*\d[+()\-./\d\s]*$/

/** The folded words of a query, without marks that stand alone ("A & B", "Phones / Screens"); a list splits once and asks for each row. */
export function queryToWords(query: string): string[] {
  return foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '' && !lonePunctuation.test(word))
}

/** True when every folded word stands somewhere in the folded text. */
export function containsAllWords(haystackFolded: string, words: readonly string[]): boolean {
  return words.every((word) => haystackFolded.includes(word))
}

/** All words of the query must be contained, in any order; an empty query matches. */
export function matchesAllWords(haystackFolded: string, query: string): boolean {
  return containsAllWords(haystackFolded, queryToWords(query))
}

/** `digits`: what the word is within a phone, '' when it cannot be part of one. */
type SearchWord = { text: string; digits: string }

/** `number`: the whole query as one phone that was typed in groups, else ''. */
export type Search = { words: readonly SearchWord[]; number: string }

/** A query as `matchesSearch` wants it. Whatever is typed on behind a query only narrows it. */
export function readSearch(query: string): Search {
  return { words: queryToWords(query).map((text) => ({ text, digits: toPhoneDigits(text) })), number: toPhoneDigits(query) }
}

const toPhoneDigits = (text: string): string => (phoneLike.test(text) ? keepDigits(text) : '')

/**
 * The one rule of every search: each word, in any order, stands somewhere in one of the folded texts; digits also in `phones`,
 * however they are grouped. `phones`: digits only, one number a line.
 */
export function matchesSearch({ words, number }: Search, texts: readonly string[], phones = ''): boolean {
  if (number !== '' && phones.includes(number)) return true
  for (const { text, digits } of words) {
    if (!isInOneOf(texts, text) && (digits === '' || !phones.includes(digits))) return false
  }
  return true
}

/** Looks texts up that many rows share, such as names of statuses: those that hold none of the words are left out before the first row. */
export function toSharedTexts({ words }: Search, texts: Iterable<readonly [id: string, folded: string]>): (id: string) => string {
  const textById = new Map<string, string>()
  for (const [id, folded] of texts) if (words.some(({ text }) => folded.includes(text))) textById.set(id, folded)
  return textById.size === 0 ? () => '' : (id) => textById.get(id) ?? ''
}

function isInOneOf(texts: readonly string[], word: string): boolean {
  for (const text of texts) if (text.includes(word)) return true
  return false
}
