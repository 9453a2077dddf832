import { createFormat } from '#schema/rules/shop/format.ts'
import { defaultCurrency, defaultLocale } from '#schema/rules/shop/profile.ts'

// Read once: each read constructs a formatter, and a list would need two per row.
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const browserTimeZone = (): string => timeZone

/** Who reads here. */
export const reader = { locale: undefined, timeZone }

/** The browser's own language and zone (AMB-159): of pages that belong to the person, and of shops that set nothing else. */
export const readerFormat = createFormat({ currency: defaultCurrency, locale: defaultLocale, timeZone: null }, reader)

export const { time: formatTime, date: formatDate, dateTime: formatDateTime, day: formatDay } = readerFormat
