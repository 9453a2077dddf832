import { expect, test } from 'vitest'
import { pickLanguage } from './pick-language.ts'

test.each([
  [['de-CH', 'fr'], 'de'],
  [['pt'], 'pt-BR'],
  [['PT-br'], 'pt-BR'],
  [['pl', 'nl-BE', 'en'], 'nl'],
  [[null, undefined, '', 'gsw'], undefined],
])('LANG-01: of %j the texts exist in %s', (tags, language) => {
  expect(pickLanguage(tags)).toBe(language)
})
