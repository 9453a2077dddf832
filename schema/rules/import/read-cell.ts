import { emailSchema } from '../../fields.ts'
import { foldText } from '../../values/customer-match.ts'
import { unguardText } from '../money/csv.ts'
import { localDay } from '../text/calendar.ts'
import type { ColumnReading } from './import-columns.ts'
import type { CellType, ImportField } from './import-fields.ts'
import { type DecimalMark, readAmount, readCount } from '../money/written-amount.ts'
import { type DateOrder, readDate } from './read-dates.ts'
import { type ReadPhone, readPhones } from './read-phones.ts'
import { foldStatus, readStatus } from './status-words.ts'
import { readYesOrNo } from './yes-or-no.ts'
import { countries, toCountry } from '../../values/places/country.ts'
import { toLanguage } from '../../values/places/language.ts'

/** Languages in which files name countries and languages. */
const locales = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']

const otherCountryNames = {
  usa: 'US',
  'u.s.a.': 'US',
  'u.s.': 'US',
  america: 'US',
  uk: 'GB',
  'u.k.': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  brd: 'DE',
  holland: 'NL',
  uae: 'AE',
}

let countryByName: ReadonlyMap<string, string> | undefined
let languageByName: ReadonlyMap<string, string> | undefined

/** Code of a country from its code or its name, else null. */
export function readCountry(text: string): string | null {
  const code = toCountry(text)
  if (code !== null) return code
  countryByName ??= new Map([...toNames('region', countries), ...Object.entries(otherCountryNames)])
  return countryByName.get(foldText(text).replace(/^the /, '')) ?? null
}

/** Tag of a language from its tag (`de`, `de_DE`) or its name, else null. */
export function readLanguage(text: string): string | null {
  const tag = toLanguage(text.replaceAll('_', '-'))
  if (tag !== null) return tag
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  languageByName ??= new Map(
    toNames(
      'language',
      letters.flatMap((first) => letters.map((second) => first + second)),
    ),
  )
  return languageByName.get(foldText(text)) ?? null
}

/** Folded names in each of the languages, with their codes. */
function toNames(type: 'region' | 'language', codes: readonly string[]): [string, string][] {
  return locales
    .map((locale) => new Intl.DisplayNames([locale], { type, fallback: 'none' }))
    .flatMap((names) =>
      codes.flatMap((code): [string, string][] => {
        const name = names.of(code)
        return name === undefined ? [] : [[foldText(name), code]]
      }),
    )
}

export type CellRules = {
  /** Of phone numbers without one. */
  countryCode: string
  /** Of times without one. */
  timeZone: string
  /** ISO instant. A row cannot have been created after its day. */
  now: string
  /** Statuses chosen by the user, by folded text. */
  statusIds: ReadonlyMap<string, string>
}

type ValueByType = {
  text: string
  phone: readonly ReadPhone[]
  email: string
  date: string
  amount: number
  price: number
  quote: string
  count: number
  status: string
  'yes-or-no': boolean
  country: string
  language: string
}

export type CellValue<Type extends CellType = CellType> = ValueByType[Type]

/** `value`: null if empty or invalid. `problem`: why the text goes to the notes, such as 'is not a date'. */
type ReadCell<Type extends CellType = CellType> = { text: string; value: CellValue<Type> | null; problem?: string | undefined }

/** Allowed blanks around a text. */
const blanksMost = 1_000
/** A longer cell is cut in the notes. */
const keptMost = 15_000

/** Why a date of creation is not taken. */
export const futureProblem = 'is in the future'

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text)

/** Removes what spreadsheets put around a text: `'0042`, `="0042"`. Names such as `'t Hooft` keep their apostrophe. */
function clean(type: CellType, text: string): string {
  const plain = unguardText(text.trim())
  return (/^="([^"]*)"$/.exec(plain)?.[1] ?? plain).replace(type === 'text' ? /^'(?!\p{Ll})/u : /^'/, '').trim()
}

/** Parses a cell by its field. A cell longer than its field is not parsed. */
export function readCell(field: ImportField, raw: string, reading: ColumnReading | undefined, rules: CellRules): ReadCell {
  const text = raw.length > field.maxLength + blanksMost ? undefined : clean(field.type, raw)
  if (text === undefined || text.length > field.maxLength) {
    return { text: cut(text ?? raw, keptMost), value: null, problem: `is longer than ${field.maxLength.toLocaleString('en-US')} characters` }
  }
  return text === '' ? { text, value: null } : { text, ...readers[field.type](text, { field, reading, rules }) }
}

type Context = { field: ImportField; reading: ColumnReading | undefined; rules: CellRules }
type Reader<Type extends CellType> = (text: string, context: Context) => { value: CellValue<Type> | null; problem?: string | undefined }

const toMark = (reading: ColumnReading | undefined): DecimalMark => (reading === ',' ? ',' : '.')
const toOrder = (reading: ColumnReading | undefined): DateOrder => (reading === 'month-first' ? 'month-first' : 'day-first')

const emailShape = emailSchema('')

const readers: { [Type in CellType]: Reader<Type> } = {
  text: (text) => ({ value: text }),
  phone(text, { rules: { countryCode } }) {
    const { phones, isWhole } = readPhones(text, countryCode)
    return { value: phones, problem: phones.length === 0 ? 'is not a phone number' : isWhole ? undefined : 'holds more than phone numbers' }
  },
  email(text) {
    const parts = text
      .toLowerCase()
      .split(/[\s;,<>]+/)
      .filter(Boolean)
    const email = parts.find((part) => emailShape.safeParse(part).success)
    return {
      value: email ?? null,
      problem: email === undefined ? 'is not an e-mail address' : parts.length > 1 ? 'holds more than an e-mail address' : undefined,
    }
  },
  date(text, { field, reading, rules: { timeZone, now } }) {
    const value = readDate(text, { order: toOrder(reading), timeZone })
    if (value === null) return { value, problem: 'is not a date' }
    return field.name === 'createdAt' && localDay(value, timeZone) > localDay(now, timeZone) ? { value: null, problem: futureProblem } : { value }
  },
  amount(text, { reading }) {
    const value = readAmount(text, toMark(reading))
    return { value, problem: value === null ? 'is not an amount' : undefined }
  },
  price(text, { reading }) {
    const value = readAmount(text, toMark(reading))
    return value !== null && value >= 0 ? { value } : { value: null, problem: 'is not an amount of 0 or more' }
  },
  // A quote is free text; amounts in it are normalised.
  quote(text, { reading }) {
    const amount = readAmount(text, toMark(reading))
    return { value: amount === null || amount < 0 ? text : amount.toFixed(2).replace(/\.00$/, '') }
  },
  count(text, { reading }) {
    const value = readCount(text, toMark(reading))
    return { value, problem: value === null ? 'is not a whole number of 0 or more' : undefined }
  },
  status(text, { rules: { statusIds } }) {
    const chosen = statusIds.get(foldStatus(text))
    if (chosen !== undefined) return { value: chosen }
    const { id, isKnown } = readStatus(text)
    return { value: id, problem: isKnown ? undefined : 'is not known' }
  },
  'yes-or-no'(text) {
    const value = readYesOrNo(text)
    return { value, problem: value === null ? 'is neither yes nor no' : undefined }
  },
  country(text) {
    const value = readCountry(text)
    return { value, problem: value === null ? 'is not a country' : undefined }
  },
  language(text) {
    const value = readLanguage(text)
    return { value, problem: value === null ? 'is not a language' : undefined }
  },
}
