import { keepDigits } from './phone.ts'

const matchDigits = 4
const notAscii = /[^ -~\s]/

/** Lower case without accents, for searching; 'ς' counts as 'σ', because lower-casing picks it by its neighbours. */
export function foldText(text: string): string {
  if (!notAscii.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/ς/g, 'σ')
}

/** The digits that matching goes by; null while fewer than four are typed. */
export function lastFourDigits(typed: string): string | null {
  const digits = keepDigits(typed)
  return digits.length < matchDigits ? null : digits.slice(-matchDigits)
}
