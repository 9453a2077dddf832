import { createFormat, type Reader } from '#schema/rules/shop/format.ts'
import { defaultCurrency, defaultLocale } from '#schema/rules/shop/profile.ts'

let timeZone: string | undefined

/** Read once, and not before it is needed: a read constructs a formatter, and the first one of a page takes long. */
export const browserTimeZone = (): string => (timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Who reads here. */
export const reader: Reader = {
  locale: undefined,
  get timeZone() {
    return browserTimeZone()
  },
}

/** The browser's own language and zone: of pages that belong to the person, and of shops that set nothing else. */
export const readerFormat = createFormat({ currency: defaultCurrency, locale: defaultLocale, timeZone: null }, reader)

export const { time: formatTime, date: formatDate, dateTime: formatDateTime, day: formatDay } = readerFormat
