import { amountMax } from '../../values/money.ts'

export const decimalMarks = ['.', ','] as const

export type DecimalMark = (typeof decimalMarks)[number]

const maxLength = 40

/** Currency words besides the ISO 4217 codes. */
const currencyWords = new Set(
  'r rs fr sfr kr zł zl kč kc ft lei lv din tl euro euros eur dollar dollars pesos soles reais real pounds bs kn 円 元 원 руб грн лв ден'.split(' '),
)
const currencyCodes = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))
const dollars = /^(?:us|a|au|c|ca|nz|hk|s|sg|nt|mx|r)?\$$/

function isCurrency(text: string): boolean {
  const plain = text.replaceAll(/[. ]/g, '').toLowerCase()
  const word = plain.replaceAll(/\p{Sc}/gu, '')
  return word === '' || currencyWords.has(word) || currencyCodes.has(word) || dollars.test(plain)
}

/** A number as it is written, for the readers of typed amounts and of cells. */
export type WrittenNumber = {
  isNegative: boolean
  whole: string
  fraction: string
  /** The decimal mark, if the number shows it. */
  mark: DecimalMark | undefined
  /** The mark in an ambiguous number: `1.250` is 1.25 or 1250. */
  open: DecimalMark | undefined
}

export function parseWritten(text: string): WrittenNumber | undefined {
  if (text.length > maxLength) return undefined
  let plain = text
    .normalize('NFKC')
    .replaceAll(/[\u2212\u2013\u2014]/gu, '-')
    .replaceAll(/[’`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
  const inBrackets = /^(?<before>[^()]*)\((?<inside>[^()]*)\)(?<behind>[^()]*)$/.exec(plain)?.groups
  if (inBrackets !== undefined) plain = `${inBrackets['before']}${inBrackets['inside']}${inBrackets['behind']}`
  let minuses = inBrackets === undefined ? 0 : 1
  const {
    first = '',
    before = '',
    number,
    behind = '',
  } = /^(?<first>[+-]?) ?(?<before>(?:\p{L}[\p{L}.]{0,6})? ?\p{Sc}? ?-?) ?(?<number>[.,]?\d(?:[\d.,' ]*\d)?)(?<behind>.*)$/u.exec(plain)?.groups ?? {}
  if (number === undefined) return undefined
  // `80,-` and `80.--` have no cents; `5.00-` is negative.
  const rest = behind.replace(/^[.,]-{1,2}/, '').trim()
  const { minus = '', unit } = /^(?<minus>-?) ?(?<unit>\p{Sc}? ?(?:\p{L}[\p{L}.]{0,6})?)$/u.exec(rest)?.groups ?? {}
  if (unit === undefined || !isCurrency(unit) || !isCurrency(before.replaceAll('-', ''))) return undefined
  minuses += [first, before.trimEnd().endsWith('-') ? '-' : '', minus].filter((sign) => sign === '-').length
  const parts = minuses > 1 ? undefined : splitNumber(number)
  return parts && { ...parts, isNegative: minuses === 1 }
}

/** Groups of three, or with commas as in India: `12,34,567`. */
const isGrouped = (text: string, sign: DecimalMark): boolean =>
  sign === '.' ? /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(text) : /^[1-9]\d{0,2}(?:,\d{3})+$/.test(text) || /^[1-9]\d?(?:,\d{2})+,\d{3}$/.test(text)

function splitNumber(number: string): Omit<WrittenNumber, 'isNegative'> | undefined {
  // Blanks and apostrophes only separate thousands; `12 50` is no number.
  if (/[ ']/.test(number) && !/^[1-9]\d{0,2}(?:[ ']\d{3})+(?:[.,]\d+)?$/.test(number)) return undefined
  const text = number.replaceAll(/[ ']/g, '')
  const signs = text.replaceAll(/\d/g, '')
  const last = decimalMarks.find((mark) => mark === signs.at(-1))
  if (last === undefined) return { whole: text, fraction: '', mark: undefined, open: undefined }
  const other: DecimalMark = last === '.' ? ',' : '.'
  const at = text.lastIndexOf(last)
  const [whole, fraction] = [text.slice(0, at), text.slice(at + 1)]
  if (signs.length === 1) {
    const isOpen = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
    return { whole, fraction, mark: isOpen ? undefined : last, open: isOpen ? last : undefined }
  }
  if (!signs.includes(other)) return isGrouped(text, last) ? { whole: text.replaceAll(last, ''), fraction: '', mark: other, open: undefined } : undefined
  return isGrouped(whole, other) ? { whole: whole.replaceAll(other, ''), fraction, mark: last, open: undefined } : undefined
}

/** The decimal mark that a number shows, 'either' for an ambiguous one such as `1.250`; undefined without a mark. */
export function amountToMark(text: string): DecimalMark | 'either' | undefined {
  const parsed = parseWritten(text)
  return parsed?.mark ?? (parsed?.open === undefined ? undefined : 'either')
}

/** `mark`: decimal mark of ambiguous numbers. Null if no number. */
function readNumber(text: string, mark: DecimalMark): { number: number; decimals: number } | null {
  const parsed = parseWritten(text)
  if (parsed === undefined) return null
  const isGroup = parsed.open !== undefined && parsed.open !== mark
  const whole = isGroup ? `${parsed.whole}${parsed.fraction}` : parsed.whole
  const fraction = isGroup ? '' : parsed.fraction.replace(/0+$/, '')
  const number = Number(`${whole || '0'}.${fraction || '0'}`)
  return { number: parsed.isNegative && number !== 0 ? -number : number, decimals: fraction.length }
}

/** `$1,234.50`, `1.234,50 €`, `80`, `(12.00)`; null if no amount or with more than two decimals. */
export function readAmount(text: string, mark: DecimalMark): number | null {
  const read = readNumber(text, mark)
  return read === null || read.decimals > 2 || Math.abs(read.number) > amountMax ? null : read.number
}

const countMax = 1_000_000_000

/** `7`, `1.000`, `1,200`; null if not a whole number from 0. */
export function readCount(text: string, mark: DecimalMark): number | null {
  const read = readNumber(text, mark)
  return read === null || read.decimals > 0 || read.number < 0 || read.number > countMax ? null : read.number
}

export const localeToMark = (locale: string): DecimalMark =>
  new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
