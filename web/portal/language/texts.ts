import { loadErrorsTexts } from '#schema/language/compiled/errors/load-errors.ts'
import type { ErrorsTexts } from '#schema/language/compiled/errors/errors-type.ts'
import { texts as portal } from '#schema/language/compiled/portal/portal-en.ts'
import { loadPortalTexts } from '#schema/language/compiled/portal/load-portal.ts'
import { texts as words } from '#schema/language/compiled/words/words-en.ts'
import { loadWordsTexts } from '#schema/language/compiled/words/load-words.ts'
import { defaultLanguage, type Language, pickLanguage } from '#schema/language/pick-language.ts'
import type { ErrorCode } from '#schema/errors.ts'

const english = { ...portal, ...words }

/** The texts of these pages in the reader's language. Ask for a text while rendering: the language may change. */
export const t = { ...english }

let shown: Language = defaultLanguage
/** English needs none: it is what the server says. */
let errors: ErrorsTexts | undefined
const listeners = new Set<() => void>()
const storageKey = 'portal-language'

export const readLanguage = (): Language => shown

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let ready: Promise<void> = Promise.resolve()

/** Before the first page is shown: in what the reader chose or their browser asks for. */
export function showOwnLanguage(): Promise<void> {
  const own = readOwnLanguage()
  if (own !== undefined && own !== shown) ready = showLanguage(own).catch(() => {})
  return ready
}

export const whenLanguageIsShown = (): Promise<void> => ready

/** Without its texts, which a lost connection may keep away, the language stays as it is. */
export async function showLanguage(language: Language): Promise<void> {
  const [loadedPortal, loadedWords, loadedErrors] = await Promise.all([
    loadPortalTexts[language](),
    loadWordsTexts[language](),
    language === defaultLanguage ? undefined : loadErrorsTexts[language](),
  ])
  Object.assign(t, loadedPortal, loadedWords)
  errors = loadedErrors
  shown = language
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

export function chooseLanguage(language: Language): void {
  try {
    window.localStorage.setItem(storageKey, language)
  } catch {
    // Without storage it lasts as long as the page.
  }
  void showLanguage(language).catch(() => {})
}

/** What the reader chose here before, else what their browser asks for; undefined where the texts exist in none of these. */
export function readOwnLanguage(): Language | undefined {
  let chosen: string | null = null
  try {
    chosen = window.localStorage.getItem(storageKey)
  } catch {
    // Storage is switched off.
  }
  return pickLanguage([chosen, ...navigator.languages])
}

/** What the server said, in the reader's language: by its text where these pages know it, else by its code. */
export function toServerText(message: string, code: ErrorCode): string {
  if (errors === undefined) return message
  const known = Object.entries(english.server).find(([, toText]) => toText() === message)?.[0] as keyof typeof english.server | undefined
  return known === undefined ? errors[code]() : t.server[known]()
}
