// Made by `npm run texts` from schema/texts.
import type { ErrorsTexts } from './errors-type.ts'

export const loadErrorsTexts = {
  "en": async (): Promise<ErrorsTexts> => (await import('./errors-en.ts')).texts,
  "de": async (): Promise<ErrorsTexts> => (await import('./errors-de.ts')).texts,
  "es": async (): Promise<ErrorsTexts> => (await import('./errors-es.ts')).texts,
  "fr": async (): Promise<ErrorsTexts> => (await import('./errors-fr.ts')).texts,
  "it": async (): Promise<ErrorsTexts> => (await import('./errors-it.ts')).texts,
  "nl": async (): Promise<ErrorsTexts> => (await import('./errors-nl.ts')).texts,
  "pt-BR": async (): Promise<ErrorsTexts> => (await import('./errors-pt-BR.ts')).texts,
}
