import { amountMax, currencyToUnitCents, parseAmount } from '../../values/money.ts'
import { defaultCurrency, defaultLocale } from '../shop/profile.ts'
import { type DecimalMark, localeToMark, parseWritten } from './written-amount.ts'

/** How a shop writes amounts. */
export type AmountWriting = { mark: DecimalMark; currency: string }

type Regional = { currency: string; locale: string }

export const toAmountWriting = ({ currency, locale }: Regional): AmountWriting => ({ mark: localeToMark(locale), currency })

export const defaultWriting = toAmountWriting({ currency: defaultCurrency, locale: defaultLocale })

/** `problem`: what is wrong with an amount that is one but for its decimals. */
type TypedAmount = { amount: number | null; problem?: string }

/** The only reader of amounts that people type: '$20', '1,234.50', '1.189,50', '1 189,50 €'. Null for a text that is none. */
export function readTyped(text: string, { mark, currency }: AmountWriting): TypedAmount {
  const parsed = parseWritten(text)
  if (parsed === undefined) return { amount: null }
  const { whole, fraction, open, isNegative } = parsed
  const isGrouped = open !== undefined && open !== mark
  const [units, decimals] = isGrouped ? [whole + fraction, ''] : [whole, fraction]
  const amount = Number(`${units || '0'}.${decimals || '0'}`)
  if (decimals.length > 2 || amount > amountMax) return { amount: null }
  if (decimals !== '' && currencyToUnitCents(currency) > 1) return { amount: null, problem: noDecimalsText(currency) }
  return { amount: isNegative && amount !== 0 ? -amount : amount }
}

export const readTypedAmount = (text: string, writing: AmountWriting): number | null => readTyped(text, writing).amount

/** "Yen have no decimals." */
export function noDecimalsText(currency: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' }).formatToParts(2)
  const name = parts.find(({ type }) => type === 'currency')?.value.replace(/\s*\(.*\)$/, '') ?? currency
  const noun = name.split(' ').at(-1) ?? name
  return `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)} have no decimals.`
}

/** What is stored of a typed quote: the plain number of an amount, else the text as it is. */
export function readTypedQuote(text: string, writing: AmountWriting): { quote: string; problem?: string } {
  const { amount, problem } = readTyped(text, writing)
  if (problem !== undefined) return { quote: text, problem }
  return { quote: amount === null || amount < 0 || parseAmount(text) !== null ? text : String(amount) }
}

/** '12.50', '12'; with the shop's decimal mark. */
export const amountToTyped = (amount: number, { mark }: AmountWriting): string => amountToPlain(amount).replace('.', mark)

/** '12.50', '12'. More than two decimals stay. */
export const amountToPlain = (amount: number): string => (Number(amount.toFixed(2)) === amount ? amount.toFixed(2).replace(/\.00$/, '') : String(amount))

/** Whether the text has a decimal mark that is not a thousands separator. */
export function hasTypedCents(text: string, mark: DecimalMark): boolean {
  const parsed = parseWritten(text)
  if (parsed === undefined) return text.includes(mark) || /[.,]$/.test(text.trim())
  return parsed.fraction !== '' && (parsed.open === undefined || parsed.open === mark)
}
