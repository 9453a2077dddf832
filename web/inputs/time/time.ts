import { createFormat, type Reader } from '#schema/rules/shop/format.ts'
import { defaultCurrency, defaultLocale } from '#schema/rules/shop/profile.ts'

let timeZone: string | undefined

/** Read once and lazily: it constructs a formatter, and a page's first one is slow. */
export const browserTimeZone = (): string => (timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone)

export const reader: Reader = {
  locale: undefined,
  get timeZone() {
    return browserTimeZone()
  },
}

/** The browser's language and zone: for the user's own pages, and for shops without settings. */
export const readerFormat = createFormat({ currency: defaultCurrency, locale: defaultLocale, timeZone: null }, reader)

export const { time: formatTime, date: formatDate, dateTime: formatDateTime, day: formatDay } = readerFormat
