import { formatPhone, keepDigits, phoneMaxDigits } from '#schema/rules/customers/phone.ts'

/** What was typed or pasted, as the digits to keep and where the caret belongs in the grouped text. */
export function typedToPhone(text: string, caret: number): { digits: string; caret: number } {
  const digits = keepDigits(text).slice(0, phoneMaxDigits)
  const digitsBeforeCaret = Math.min(keepDigits(text.slice(0, caret)).length, digits.length)
  return { digits, caret: findCaret(formatPhone(null, digits), digitsBeforeCaret) }
}

/** Position behind the n-th digit of a grouped phone. */
export function findCaret(grouped: string, digitsBefore: number): number {
  let seen = 0
  for (let index = 0; index < grouped.length; index += 1) {
    if (seen === digitsBefore) return index
    if (grouped[index] !== '-') seen += 1
  }
  return grouped.length
}

/** A key that would only remove a dash goes for the digit behind it: the new caret, or undefined to leave it alone. */
export function skipDash(key: string, text: string, caret: number): number | undefined {
  if (key === 'Backspace' && text[caret - 1] === '-') return caret - 1
  if (key === 'Delete' && text[caret] === '-') return caret + 1
  return undefined
}
