import { describe, expect, test } from 'vitest'
import { readCountry, readLanguage } from './read-cell.ts'

describe('a cell', () => {
  test('with a country holds its code, or its name in a language of the importer', () => {
    const texts = ['us', 'USA', 'United States', 'The Netherlands', 'Deutschland', 'ALLEMAGNE', 'España', 'Espana', 'Brasil', 'Paesi Bassi', 'UK', 'Australia']
    expect(texts.map(readCountry)).toEqual(['US', 'US', 'US', 'NL', 'DE', 'DE', 'ES', 'ES', 'BR', 'NL', 'GB', 'AU'])
    expect(['Atlantis', 'ZZ', '12'].map(readCountry)).toEqual([null, null, null])
  })

  test('with a language holds its tag, or its name in a language of the importer', () => {
    expect(['de', 'de_DE', 'EN-us', 'German', 'Deutsch', 'français', 'Español', 'Nederlands'].map(readLanguage)).toEqual([
      'de',
      'de-DE',
      'en-US',
      'de',
      'de',
      'fr',
      'es',
      'nl',
    ])
    expect(['Klingonese', '12'].map(readLanguage)).toEqual([null, null])
  })
})
