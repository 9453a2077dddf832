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

/** The digits that matching goes by (CUST-26); null while fewer than four are typed (CUST-24). */
export function lastFourDigits(typed: string): string | null {
  const digits = keepDigits(typed)
  return digits.length < matchDigits ? null : digits.slice(-matchDigits)
}

/** Customers whose main or alternate phone ends with the last four typed digits, in the given order (CUST-24..26). */
export function findMatchingCustomers<T extends { phone: string | null; alternatePhone: string | null }>(
  customers: Iterable<T>,
  typed: string,
  limit: number = Number.POSITIVE_INFINITY,
): T[] {
  const ending = lastFourDigits(typed)
  const matches: T[] = []
  if (ending === null) return matches
  for (const customer of customers) {
    if (matches.length >= limit) break
    const isMatch = customer.phone?.endsWith(ending) === true || customer.alternatePhone?.endsWith(ending) === true
    if (isMatch) matches.push(customer)
  }
  return matches
}
