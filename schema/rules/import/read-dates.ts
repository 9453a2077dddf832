import { foldText } from '../../values/customer-match.ts'
import { isDayText, wallToInstantMs } from '../text/calendar.ts'

export const dateOrders = ['day-first', 'month-first'] as const

export type DateOrder = (typeof dateOrders)[number]

/** `order`: of day and month in `3/4/2026`; `timeZone`: of times without one. */
type DateRules = { order: DateOrder; timeZone: string }

const maxLength = 60
const shortestMonth = 3

/** Folded names in English, German, French, Spanish, Portuguese, Italian and Dutch. Abbreviations are their beginnings. */
const monthNames: readonly string[] = [
  'january januar janner janvier enero janeiro gennaio januari',
  'february februar fevrier febrero fevereiro febbraio februari',
  'march marz mrz mars marzo marco maart mrt',
  'april avril abril aprile',
  'may mai mayo maio maggio mei',
  'june juni juin junio junho giugno',
  'july juli juillet julio julho luglio',
  'august aout agosto augustus',
  'september sept septembre septiembre setiembre setembro settembre',
  'october oktober octobre octubre outubro ottobre',
  'november novembre noviembre novembro',
  'december dezember decembre diciembre dezembro dicembre',
]

/** Days of the week in the same languages; they are skipped. */
const weekdays =
  'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo segunda terca quarta quinta sexta lunedi martedi mercoledi giovedi venerdi sabato domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag'.split(
    ' ',
  )

const isWeekday = (word: string): boolean => weekdays.some((name) => name.startsWith(word))

/** 1 to 12; 0 for an unknown or ambiguous word. */
function wordToMonth(word: string): number {
  const found = monthNames.flatMap((names, place) =>
    names.split(' ').some((name) => (word.length >= shortestMonth && name.startsWith(word)) || name === word) ? [place + 1] : [],
  )
  return found.length === 1 ? (found[0] ?? 0) : 0
}

const yearFirst = /^(?<year>\d{4})(?:[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})|[\s-](?<word>[a-z]{3,})\.?[\s-](?<wordDay>\d{1,2}))(?![\d.])/
const compact = /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?=$|[t\s])/
const numbered = /^(?<one>\d{1,2}) ?(?<sign>[./-]) ?(?<other>\d{1,2}) ?[./-] ?(?<year>\d{4}|\d{2})(?!\d)/
const dayWord =
  /^(?<day>\d{1,2})(?:(?:st|nd|rd|th|er|re|o|a)(?![a-z])|°)?[.,]?[\s/-]?(?:of |de )?(?<word>[a-z]{3,})\.?,?[\s/-]?(?:of |de |del )?(?<year>\d{4}|\d{2})(?!\d)/
const wordDay = /^(?<word>[a-z]{3,})\.?[\s-](?<day>\d{1,2})(?:st|nd|rd|th)?(?:, ?|[\s-])(?<year>\d{4})(?!\d)/
const clock =
  /^(?:[t, ]+(?:(?:at|um|a|as|las|alle|ore|om) )*)(?<hour>\d{1,2})(?:[:.h](?<minute>\d{2})(?:[:.]\d{2}(?:[.,]\d{1,9})?)?)?(?<mark> ?(?:uhr|h|[ap]\.? ?m\.?))? ?(?<zone>z|(?:utc|gmt)?[+-]\d{2}:?\d{2}|utc|gmt)?(?: utc)?$/
/** A spreadsheet's date: days since 1899-12-30, with the time as a fraction. */
const serial = /^(?<days>\d{5})(?:[.,](?<part>\d{1,15}))?$/
const serialOf1970 = 25_569
const dayMs = 86_400_000

/** Earlier dates are zeros of clocks and spreadsheets, later ones typing errors. */
const [firstYear, lastYear] = [1980, 2099]

const toPlain = (text: string): string =>
  foldText(text.normalize('NFKC'))
    .replaceAll(/\s+/g, ' ')
    .trim()
    // `20260304T140500`
    .replace(/^(\d{8})[t ]?(\d{2})(\d{2})(?:\d{2})?(?=z?$)/, '$1t$2:$3')

/** Removes a leading day of the week: `Wed, `, `mercoledì `, `segunda-feira, `. */
function withoutWeekday(plain: string): string {
  const { word = '', rest } = /^(?<word>[a-z]{2,12})(?:-feira)?\.?,? (?:the |den |der |el |le )?(?<rest>\S.*)$/.exec(plain)?.groups ?? {}
  return rest !== undefined && isWeekday(word) && !wordDay.test(plain) ? rest : plain
}

/**
 * ISO instant of a date in a common format, in seven languages or as a spreadsheet's number; null if invalid, before 1980 or after 2099.
 * A day is noon in the time zone.
 */
export function readDate(text: string, { order, timeZone }: DateRules): string | null {
  if (text.length > maxLength) return null
  const plain = withoutWeekday(toPlain(text))
  const inSheet = serial.exec(plain)?.groups
  if (inSheet !== undefined) {
    const ms = Math.round(((Number(inSheet['days']) - serialOf1970) * dayMs + (Number(`0.${inSheet['part'] ?? '0'}`) || 0.5) * dayMs) / 1_000) * 1_000
    return wallToInstant(ms, timeZone)
  }
  const found = findDay(plain, order)
  if (found === undefined) return null
  const { year, month, day, rest } = found
  const wallDay = `${toYear(year)}-${pad(month)}-${pad(day)}`
  if (!isDayText(wallDay)) return null
  const noon = { hours: 12, minutes: 0, zone: undefined }
  const time = rest === '' ? noon : readClock(rest)
  if (time === undefined || time.hours > 23 || time.minutes > 59) return null
  const wallMs = Date.parse(`${wallDay}T00:00:00.000Z`) + (time.hours * 60 + time.minutes) * 60_000
  return time.zone === undefined ? wallToInstant(wallMs, timeZone) : toInstant(wallMs - toOffsetMs(time.zone))
}

type FoundDay = { year: string; month: string; day: string; rest: string }

function findDay(plain: string, order: DateOrder): FoundDay | undefined {
  const [found, groups] = matchFirst(plain, [yearFirst, compact, numbered, dayWord, wordDay])
  if (groups === undefined) return undefined
  const rest = plain.slice(found.length)
  const { year = '', one, other, word } = groups
  if (one !== undefined && other !== undefined) {
    const [day, month] = (toShownOrder(one, other) ?? order) === 'day-first' ? [one, other] : [other, one]
    return (toShownOrder(one, other) ?? order) === order ? { year, month, day, rest } : undefined
  }
  const day = groups['day'] ?? groups['wordDay'] ?? ''
  return { year, month: word === undefined ? (groups['month'] ?? '') : String(wordToMonth(word)), day, rest }
}

function matchFirst(plain: string, patterns: readonly RegExp[]): [string, Record<string, string | undefined> | undefined] {
  for (const pattern of patterns) {
    const found = pattern.exec(plain)
    if (found !== null) return [found[0], found.groups]
  }
  return ['', undefined]
}

function readClock(rest: string): { hours: number; minutes: number; zone: string | undefined } | undefined {
  const { hour, minute, mark, zone } = clock.exec(rest)?.groups ?? {}
  // A lone number is an hour only with `h`, `Uhr`, am or pm.
  if (hour === undefined || (minute === undefined && mark === undefined)) return undefined
  const half = /[ap](?=\.? ?m)/.exec(mark ?? '')?.[0]
  return { hours: half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0), minutes: Number(minute ?? 0), zone }
}

/** 00-69 are of this century. */
const toYear = (year: string): string => (year.length === 2 ? `${Number(year) < 70 ? '20' : '19'}${year}` : year)

function toOffsetMs(zone: string): number {
  const { sign, hours = '0', minutes = '0' } = /(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2})/.exec(zone)?.groups ?? {}
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

const wallToInstant = (wallMs: number, timeZone: string): string | null => toInstant(wallToInstantMs(wallMs, timeZone))

function toInstant(ms: number): string | null {
  const instant = new Date(ms).toISOString()
  const year = Number(instant.slice(0, 4))
  return year >= firstYear && year <= lastYear ? instant : null
}

const pad = (text: string): string => text.padStart(2, '0')

const toShownOrder = (one: string, other: string): DateOrder | undefined => (Number(one) > 12 ? 'day-first' : Number(other) > 12 ? 'month-first' : undefined)

/** The order of day and month that a date shows; 'dots' hints at day first, 'either' fits both, undefined if the order does not matter. */
export function dateToOrder(text: string): DateOrder | 'dots' | 'either' | undefined {
  if (text.length > maxLength) return undefined
  const { one, other, sign } = numbered.exec(withoutWeekday(toPlain(text)))?.groups ?? {}
  if (one === undefined || other === undefined) return undefined
  return toShownOrder(one, other) ?? (sign === '.' ? 'dots' : Number(one) === Number(other) ? undefined : 'either')
}

export function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
  return parts.indexOf('month') < parts.indexOf('day') && parts.indexOf('year') > parts.indexOf('day')
}
