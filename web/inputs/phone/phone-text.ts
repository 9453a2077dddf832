import { formatPhone, keepDigits, phoneMaxDigits } from '#schema/values/phone.ts'

/** The digits of a typed or pasted text, and the caret's position in the grouped text. */
export function typedToPhone(text: string, caret: number): { digits: string; caret: number } {
  const digits = keepDigits(text).slice(0, phoneMaxDigits)
  const digitsBeforeCaret = Math.min(keepDigits(text.slice(0, caret)).length, digits.length)
  return { digits, caret: findCaret(formatPhone(null, digits), digitsBeforeCaret) }
}

export function findCaret(grouped: string, digitsBefore: number): number {
  let seen = 0
  for (let index = 0; index < grouped.length; index += 1) {
    if (seen === digitsBefore) return index
    if (grouped[index] !== '-') seen += 1
  }
  return grouped.length
}

/** Moves the caret past a dash, so that Backspace or Delete removes a digit; undefined without a dash at the caret. */
export function skipDash(key: string, text: string, caret: number): number | undefined {
  if (key === 'Backspace' && text[caret - 1] === '-') return caret - 1
  if (key === 'Delete' && text[caret] === '-') return caret + 1
  return undefined
}
