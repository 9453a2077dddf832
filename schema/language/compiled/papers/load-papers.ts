// Made by `npm run texts` from schema/texts.
import type { PapersTexts } from './papers-type.ts'

export const loadPapersTexts = {
  "en": async (): Promise<PapersTexts> => (await import('./papers-en.ts')).texts,
  "de": async (): Promise<PapersTexts> => (await import('./papers-de.ts')).texts,
  "es": async (): Promise<PapersTexts> => (await import('./papers-es.ts')).texts,
  "fr": async (): Promise<PapersTexts> => (await import('./papers-fr.ts')).texts,
  "it": async (): Promise<PapersTexts> => (await import('./papers-it.ts')).texts,
  "nl": async (): Promise<PapersTexts> => (await import('./papers-nl.ts')).texts,
  "pt-BR": async (): Promise<PapersTexts> => (await import('./papers-pt-BR.ts')).texts,
}
