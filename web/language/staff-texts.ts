import { loadStaffTexts } from '#schema/language/compiled/staff/load-staff.ts'
import type { StaffTexts } from '#schema/language/compiled/staff/staff-type.ts'
import type { ErrorCode } from '#schema/errors.ts'
import { defaultLanguage, type Language, pickLanguage } from '#schema/language/pick-language.ts'

const storageKey = 'mainspring-language'

let shown: Language = defaultLanguage
/** What the page was to be in: that it is in English may only mean that the texts could not be had. */
let wanted: Language = defaultLanguage
let texts: StaffTexts | undefined
let findWords: ((message: string, code?: ErrorCode) => string | undefined) | undefined

/** Of the app on this page, from its start to its end. */
export const readLanguage = (): Language => shown

/** To be awaited before anything of the app is imported. Where the texts cannot be had, the app is in English. */
export async function loadOwnLanguage(): Promise<void> {
  const own = readChoice() ?? pickBrowserLanguage()
  wanted = own
  if (own === 'en') return
  try {
    const [loaded, meanings] = await Promise.all([loadStaffTexts[own](), import('./message-meanings.ts')])
    texts = loaded
    findWords = (message, code) => meanings.messageToWords(loaded, message, code)
    shown = own
    document.documentElement.lang = own
  } catch {
    // Without a network, on a browser that never had them: English is always here.
  }
}

/** The texts of an area: in the page's language, else in English, which the part of the app that shows them holds itself. */
export const toTexts = <Area extends keyof StaffTexts>(area: Area, english: StaffTexts[Area]): StaffTexts[Area] => texts?.[area] ?? english

/** The texts of an area where the page's language is another than English. */
export const findTexts = <Area extends keyof StaffTexts>(area: Area): StaffTexts[Area] | undefined => texts?.[area]

/** What schemas and server say in English, as the reader reads it; by the code of the error where no words are known. */
export const toShownText = (message: string, code?: ErrorCode): string => findWords?.(message, code) ?? message

/** '1,234', as the page's language writes it. */
export const countToText = (count: number): string => count.toLocaleString(shown)

/** A word that stands in a sentence: only German writes every noun with a capital. */
export const inSentence = (noun: string): string => (shown === 'de' ? noun : noun.toLowerCase())

/** For this browser, until somebody else chooses. Returns whether the page must be loaded anew to show it. */
export function keepLanguage(language: Language): boolean {
  try {
    window.localStorage.setItem(storageKey, language)
  } catch {
    // Without storage the browser's own language is shown.
    return false
  }
  return language !== wanted
}

export const pickBrowserLanguage = (): Language => pickLanguage(navigator.languages) ?? defaultLanguage

function readChoice(): Language | undefined {
  try {
    return pickLanguage([window.localStorage.getItem(storageKey)])
  } catch {
    return undefined
  }
}
