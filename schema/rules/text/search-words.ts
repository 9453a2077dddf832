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
  for (const word of words) if (!isWordIn(word, texts, phones)) return false
  return true
}

function isWordIn({ text, digits }: SearchWord, texts: readonly string[], phones: string): boolean {
  for (const one of texts) if (one.includes(text)) return true
  return digits !== '' && phones.includes(digits)
}

/** Words of a search, one bit each: 1 for the first. */
export type WordBits = number

/** As many as a number has bits for. */
const wordsPerPart = 30

/** The same search in parts that `findWords` can tell the words of: a row matches when it matches every part. None for an empty search. */
export function splitSearch({ words, number }: Search): Search[] {
  const parts: Search[] = []
  for (let start = 0; start < words.length; start += wordsPerPart) parts.push({ words: words.slice(start, start + wordsPerPart), number })
  return parts
}

const allWords = ({ words }: Search): WordBits => 2 ** words.length - 1

/**
 * Which words of a part `matchesSearch` finds in texts; all of them where the phones hold the whole number. What many rows share is
 * asked once.
 */
export function findWords(part: Search, texts: readonly string[], phones = ''): WordBits {
  if (part.number !== '' && phones.includes(part.number)) return allWords(part)
  let found: WordBits = 0
  for (const [index, word] of part.words.entries()) if (isWordIn(word, texts, phones)) found |= 1 << index
  return found
}

/** Which words of a part do not stand in a row's own folded text: the row matches when what it shares has them. */
export function missWords({ words }: Search, folded: string): WordBits {
  let missing: WordBits = 0
  for (let index = 0; index < words.length; index++) if (!folded.includes(words[index]?.text ?? '')) missing |= 1 << index
  return missing
}
