import { languages } from './compiled/languages.ts'

/** One that the product's texts exist in. */
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'en'

/** The language of the first of these BCP 47 tags that the texts exist in: 'de-CH' is German, 'pt' Brazilian Portuguese. */
export function pickLanguage(tags: readonly (string | null | undefined)[]): Language | undefined {
  for (const tag of tags) {
    const wanted = tag?.toLowerCase() ?? ''
    const found =
      languages.find((language) => language.toLowerCase() === wanted) ?? languages.find((language) => language.split('-')[0] === wanted.split('-')[0])
    if (found !== undefined) return found
  }
  return undefined
}
