// Made by `npm run texts` from schema/texts.
import type { WordsTexts } from './words-type.ts'

export const loadWordsTexts = {
  "en": async (): Promise<WordsTexts> => (await import('./words-en.ts')).texts,
  "de": async (): Promise<WordsTexts> => (await import('./words-de.ts')).texts,
  "es": async (): Promise<WordsTexts> => (await import('./words-es.ts')).texts,
  "fr": async (): Promise<WordsTexts> => (await import('./words-fr.ts')).texts,
  "it": async (): Promise<WordsTexts> => (await import('./words-it.ts')).texts,
  "nl": async (): Promise<WordsTexts> => (await import('./words-nl.ts')).texts,
  "pt-BR": async (): Promise<WordsTexts> => (await import('./words-pt-BR.ts')).texts,
}
