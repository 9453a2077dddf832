/** Ten digits, two of them decimals. */
export const amountMax = 99_999_999.99

/** ISO 4217: currencies without decimals. */
const wholeCurrencies: ReadonlySet<string> = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))

/** The smallest unit of a currency in stored hundredths: 100 for yen, else 1. */
export const currencyToUnitCents = (currency: string): number => (wholeCurrencies.has(currency) ? 100 : 1)

const amountPattern = /^(?:[0-9]+(?:\.[0-9]{1,2})?|\.[0-9]{1,2})$/

/**
 * Whole cents (SQL) to an amount (API).
 * @throws RangeError if not a safe integer
 */
export function centsToAmount(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`)
  return cents / 100
}

/**
 * Exact inverse of centsToAmount.
 * @throws RangeError for more than two decimals or a non-finite amount
 */
export function amountToCents(amount: number): number {
  const cents = Math.round(amount * 100)
  if (!Number.isSafeInteger(cents) || cents / 100 !== amount) {
    throw new RangeError(`Not an amount with at most two decimals: ${amount}`)
  }
  return cents + 0 // -0 becomes 0
}

/** Digits with up to two decimals, 0 to 99999999.99; null for anything else. */
export function parseAmount(text: string): number | null {
  const trimmed = text.trim()
  if (!amountPattern.test(trimmed)) return null
  const amount = Number(trimmed)
  return amount > amountMax ? null : amount
}

/**
 * '$1,234.50', '-$12.00', independent of the locale.
 * @throws RangeError if not finite
 */
export function formatMoney(amount: number): string {
  const cents = Math.round(Math.abs(amount) * 100)
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not an amount of money: ${amount}`)
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(?:[0-9]{3})+$)/g, ',')
  const fraction = String(cents % 100).padStart(2, '0')
  return `${amount < 0 && cents > 0 ? '-' : ''}$${whole}.${fraction}`
}

/** Adds in cents, so that 0.1 + 0.2 is 0.3. */
export function sumAmounts(amounts: Iterable<number>): number {
  let cents = 0
  for (const amount of amounts) cents += amountToCents(amount)
  return centsToAmount(cents)
}

/** A plain number as money, other text unchanged, null as ''. */
export function formatQuote(quotedCost: string | null): string {
  if (quotedCost === null) return ''
  const amount = parseAmount(quotedCost)
  return amount === null ? quotedCost : formatMoney(amount)
}
