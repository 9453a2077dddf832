import { amountMax } from '../../values/money.ts'
import { keepDigits } from '../../values/phone.ts'
import { parseDatedText } from '../merge/dated-text.ts'

export const dateOrders = ['day-first', 'month-first'] as const

export type DateOrder = (typeof dateOrders)[number]

/** `3/4/2026`, `03.04.26 14:05`, `3-4-2026 2:05 pm`. */
const numbered =
  /^(?<one>\d{1,2})[./-](?<other>\d{1,2})[./-](?<year>\d{4}|\d{2})(?:[,\s]+(?:at\s+)?(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2})?\s*(?<half>[ap]\.?m\.?)?)?$/i
/** `Mar 4, 2026`, `4 March 2026`, `Wed 04 Mar 2026 14:05`. */
const worded =
  /^(?:[a-z]{2,9},?\s+)?(?:(?<day>\d{1,2})(?:st|nd|rd|th)?\.?[\s-]+)?(?<month>[a-z]{3,9})\.?[\s-]+(?:(?<dayBehind>\d{1,2})(?:st|nd|rd|th)?,?\s+)?(?<year>\d{4})(?:[,\s]+(?:at\s+)?(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2})?\s*(?<half>[ap]\.?m\.?)?)?$/i

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The order that fits all numeric dates of a file; if both fit, that of the shop's locale. */
export function guessDateOrder(texts: Iterable<string>, locale: string): DateOrder {
  for (const text of texts) {
    const { one, other } = numbered.exec(text.trim())?.groups ?? {}
    if (Number(one) > 12) return 'day-first'
    if (Number(other) > 12) return 'month-first'
  }
  return isMonthFirst(locale) ? 'month-first' : 'day-first'
}

function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
  return parts.indexOf('month') < parts.indexOf('day') && parts.indexOf('year') > parts.indexOf('day')
}

type Clock = { hour?: string | undefined; minute?: string | undefined; half?: string | undefined }

/** ISO instant of a date in a common format; null if invalid. A time without a zone counts as UTC, a day as noon UTC. */
export function readDate(text: string, order: DateOrder): string | null {
  const typed = text.trim().replaceAll(/\s+/g, ' ')
  const iso = typed.replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})/, (_all, year: string, month: string, day: string) => `${year}-${pad(month)}-${pad(day)}`)
  if (/^\d{4}-\d{2}-\d{2}$/.test(iso)) return toInstant(iso, {})
  if (/^\d{4}-/.test(iso)) {
    const time = parseDatedText(iso)
    return Number.isNaN(time) || toInstant(iso.slice(0, 10), {}) === null ? null : new Date(time).toISOString()
  }
  const byNumber = numbered.exec(typed)?.groups
  if (byNumber !== undefined) {
    const { one = '', other = '', year = '' } = byNumber
    const [day, month] = order === 'day-first' ? [one, other] : [other, one]
    return toInstant(`${year.length === 2 ? `20${year}` : year}-${pad(month)}-${pad(day)}`, byNumber)
  }
  const byWord = worded.exec(typed)?.groups
  if (byWord === undefined) return null
  const month = months.indexOf((byWord['month'] ?? '').slice(0, 3).toLowerCase()) + 1
  const day = byWord['day'] ?? byWord['dayBehind']
  return month === 0 || day === undefined ? null : toInstant(`${byWord['year']}-${pad(String(month))}-${pad(day)}`, byWord)
}

const pad = (text: string): string => text.padStart(2, '0')

/** 31 February is refused, not moved to March. */
function toInstant(day: string, { hour, minute, half }: Clock): string | null {
  const hours = hour === undefined ? 12 : half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0)
  const time = Date.parse(`${day}T${pad(String(hours))}:${minute ?? '00'}:00.000Z`)
  if (Number.isNaN(time)) return null
  const instant = new Date(time).toISOString()
  return instant.startsWith(day) ? instant : null
}

/** `$1,234.50`, `1.234,50 €`, `80`, `-12`; null if no amount. */
export function readAmount(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0\u202f'’]/g, '').replaceAll(/^(-?)(?:[A-Za-z]{3}|\p{Sc})|(?:[A-Za-z]{3}|\p{Sc}|,-)$/gu, '$1')
  const { sign, digits = '' } = /^(?<sign>-)?(?<digits>\d[\d.,]*|[.,]\d+)$/.exec(plain)?.groups ?? {}
  if (digits === '') return null
  const end = /[.,](\d{1,2})$/.exec(digits)
  const whole = end === null ? digits : digits.slice(0, end.index)
  const grouped = /^\d{0,3}(?:([.,])\d{3}(?:\1\d{3})*)?$|^\d+$/.test(whole)
  if (!grouped) return null
  const amount = Number(`${keepDigits(whole) || '0'}.${end?.[1] ?? '0'}`)
  if (amount > amountMax) return null
  return sign === undefined || amount === 0 ? amount : -amount
}
