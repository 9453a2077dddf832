import { foldText } from '../../values/customer-match.ts'
import { keepDigits } from '../../values/phone.ts'
import type { FindQuery } from './find-query.ts'

/** A piece of a text; `isFound`: that is what the search was for. */
export type TextPiece = { text: string; isFound: boolean }

/** A text in pieces, those marked that the words of a search found, as people wrote them: accents, case and marks between digits stay. */
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

/** So much stands in front of what was found in a text that is cut. */
const leadSigns = 24

/** A long text on one line, from shortly before the first place that was found on; undefined where nothing was. */
export function cutToFound(text: string, query: FindQuery): string | undefined {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  // Most texts hold nothing, which is known sooner than where something stands.
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

/** Marks the signs of which each occurrence is made, once `toKept` has dropped or changed some of them. */
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
