import { currencyToUnitCents, formatMoney, parseAmount } from '../../values/money.ts'
import { localDay } from '../text/calendar.ts'
import { defaultCurrency, defaultLocale, type ShopProfile } from './profile.ts'

export type Regional = Pick<ShopProfile, 'currency' | 'locale' | 'timeZone'>

export type ShopFormat = {
  timeZone: string
  /** '$1,234.50', '1.234,50 €'. */
  money: (amount: number) => string
  /** A plain number as money, other text unchanged. */
  quote: (quotedCost: string | null) => string
  currencySign: string
  /** The currency's smallest unit in stored hundredths. */
  unitCents: number
  time: (instant: string) => string
  date: (instant: string) => string
  day: (day: string) => string
  /** `14:00` as shown in a list of times; undefined to use the default labels ('2 PM'). */
  wallTime: ((time: string) => string) | undefined
  /** 'Mar 3, 2:00 PM'; with the year if it is not the current one. */
  dateTime: (instant: string, now: Date) => string
}

/** Defaults for what the shop has not set. Undefined: the runtime's locale. */
export type Reader = { locale: string | undefined; timeZone: string }

const isDefaultMoney = ({ currency, locale }: Regional): boolean => currency === defaultCurrency && locale === defaultLocale

/** Without currency and locale, money uses the default format; without a locale, dates use the reader's. */
export function createFormat(regional: Regional, reader: Reader): ShopFormat {
  const timeZone = once(() => regional.timeZone ?? reader.timeZone)
  const locale = regional.locale === defaultLocale ? reader.locale : regional.locale
  const money = isDefaultMoney(regional) ? formatMoney : createMoneyFormat(regional)
  const formatter = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(locale, { timeZone: timeZone(), ...options }))
  const timeFormat = formatter({ hour: 'numeric', minute: '2-digit' })
  const dayFormat = formatter({ month: 'short', day: 'numeric' })
  const dayOfYearFormat = formatter({ year: 'numeric', month: 'short', day: 'numeric' })
  const calendarFormat = formatter({ year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
  const wallFormat = formatter({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  const currencySign = once(() => toCurrencySign(regional))
  const time = (instant: string): string => timeFormat().format(new Date(instant))
  return {
    get timeZone() {
      return timeZone()
    },
    money,
    unitCents: currencyToUnitCents(regional.currency),
    quote: (quotedCost) => {
      const amount = quotedCost === null ? null : parseAmount(quotedCost)
      return amount === null ? (quotedCost ?? '') : money(amount)
    },
    get currencySign() {
      return currencySign()
    },
    time,
    date: (instant) => dayOfYearFormat().format(new Date(instant)),
    day: (day) => calendarFormat().format(new Date(`${day}T12:00:00Z`)),
    wallTime: regional.locale === defaultLocale ? undefined : (wall) => wallFormat().format(new Date(`1970-01-01T${wall}:00Z`)),
    dateTime: (instant, now) => {
      const isThisYear = localDay(instant, timeZone()).slice(0, 4) === localDay(now.toISOString(), timeZone()).slice(0, 4)
      return `${(isThisYear ? dayFormat() : dayOfYearFormat()).format(new Date(instant))}, ${time(instant)}`
    },
  }
}

/** Formatters are slow to create, so each is created on first use. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

export const createMoneyFormat = (regional: Pick<Regional, 'currency' | 'locale'>): ((amount: number) => string) => {
  if (isDefaultMoney({ ...regional, timeZone: null })) return formatMoney
  const { currency, locale } = regional
  const whole = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const digits = whole.resolvedOptions().maximumFractionDigits ?? 2
  // Stored amounts have hundredths: they are shown even for currencies without decimals, so that sums match.
  const exact = digits >= 2 ? whole : new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (amount) => {
    const cents = Math.round(amount * 100)
    if (!Number.isSafeInteger(cents)) throw new RangeError(`Not an amount of money: ${amount}`)
    return (cents % 100 === 0 ? whole : exact).format(cents / 100 + 0)
  }
}

const toCurrencySign = ({ currency, locale }: Regional): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency
