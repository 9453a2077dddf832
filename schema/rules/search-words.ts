import { foldText } from './customer-match.ts'

/** The folded words of a query; a list filter splits once and asks containsAllWords for each row. */
export function queryToWords(query: string): string[] {
  return foldText(query).split(/\s+/).filter((word) => word !== '')
}

/** True when every folded word stands somewhere in the folded text. */
export function containsAllWords(haystackFolded: string, words: readonly string[]): boolean {
  return words.every((word) => haystackFolded.includes(word))
}

/** All words of the query must be contained, in any order; an empty query matches. */
export function matchesAllWords(haystackFolded: string, query: string): boolean {
  return containsAllWords(haystackFolded, queryToWords(query))
}
