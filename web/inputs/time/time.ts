import { createFormat, type Reader } from '#schema/rules/shop/format.ts'
import { pickLanguage } from '#schema/language/pick-language.ts'
import { readLanguage } from '#web/language/staff-texts.ts'
import { defaultCurrency, defaultLocale } from '#schema/rules/shop/profile.ts'

let timeZone: string | undefined

/** Read once and lazily: it constructs a formatter, and a page's first one is slow. */
export const browserTimeZone = (): string => (timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone)

/** That of the browser where it is of the page's language: British English stays British. */
export const reader: Reader = {
  get locale() {
    const language = readLanguage()
    return navigator.languages.find((tag) => pickLanguage([tag]) === language) ?? language
  },
  get timeZone() {
    return browserTimeZone()
  },
}

/** The page's language and the browser's zone: for the user's own pages, and for shops without settings. */
export const readerFormat = createFormat({ currency: defaultCurrency, locale: defaultLocale, timeZone: null }, reader)

export const { time: formatTime, date: formatDate, dateTime: formatDateTime, day: formatDay } = readerFormat
