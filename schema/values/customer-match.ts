import { keepDigits } from './phone.ts'

const matchDigits = 4
const notAscii = /[^ -~\s]/

/** Lower case without accents, for search. 'ς' is folded to 'σ', because lower-casing depends on its neighbours. */
export function foldText(text: string): string {
  if (!notAscii.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/ς/g, 'σ')
}

export function lastFourDigits(typed: string): string | null {
  const digits = keepDigits(typed)
  return digits.length < matchDigits ? null : digits.slice(-matchDigits)
}
