import { foldText } from '../../values/customer-match.ts'
import { keepDigits } from '../../values/phone.ts'
import type { FindQuery } from './find-query.ts'

type TextPiece = { text: string; isFound: boolean }

/** Splits a text at the search's matches and keeps its spelling: accents, case, marks between digits. */
export function markFound(text: string, { words, phones }: FindQuery): TextPiece[] {
  const signs = [...text]
  const marked = signs.map(() => false)
  markPlaces(
    signs,
    foldText,
    words.flatMap((word) => [word.text, ...word.near]),
    marked,
  )
  markPlaces(signs, keepDigits, phones, marked)
  const pieces: { text: string; isFound: boolean }[] = []
  for (const [index, sign] of signs.entries()) {
    const last = pieces.at(-1)
    const isFound = marked[index] === true
    if (last?.isFound === isFound) last.text += sign
    else pieces.push({ text: sign, isFound })
  }
  return pieces
}

/** Characters kept before the first match of a cut text. */
const leadSigns = 24

/** The text on one line, cut to start shortly before its first match; undefined without a match. */
export function cutToFound(text: string, query: FindQuery): string | undefined {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  // Cheap check first: most texts have no match.
  if (!holdsAny(line, query)) return undefined
  const [first, second] = markFound(line, query)
  if (first === undefined || (!first.isFound && second === undefined)) return undefined
  const before = first.isFound ? [] : [...first.text]
  if (before.length <= leadSigns) return line
  const cut = before.slice(-leadSigns).join('')
  const words = cut.includes(' ') ? cut.slice(cut.indexOf(' ') + 1) : cut
  return `… ${words}${line.slice(first.text.length)}`
}

function holdsAny(text: string, { words, phones }: FindQuery): boolean {
  const [folded, digits] = [foldText(text), keepDigits(text)]
  return words.some((word) => [word.text, ...word.near].some((spelling) => folded.includes(spelling))) || phones.some((phone) => digits.includes(phone))
}

function markPlaces(signs: readonly string[], toKept: (sign: string) => string, wanted: readonly string[], marked: boolean[]): void {
  const sources: number[] = []
  let kept = ''
  for (const [index, sign] of signs.entries()) {
    const part = toKept(sign)
    kept += part
    for (let count = 0; count < part.length; count++) sources.push(index)
  }
  for (const word of wanted) {
    if (word === '') continue
    for (let at = kept.indexOf(word); at !== -1; at = kept.indexOf(word, at + word.length)) {
      const [first = 0, last = 0] = [sources[at], sources[at + word.length - 1]]
      for (let index = first; index <= last; index++) marked[index] = true
    }
  }
}
