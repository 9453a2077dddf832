import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from './customer-match.ts'
import { containsAllWords, matchesAllWords, queryToWords } from './search-words.ts'

const path = foldText('Parts / Écrans / iPhone 13 Screen black')

describe('matchesAllWords', () => {
  it.each([
    ['', true],
    ['  \t', true],
    ['screen', true],
    ['SCREEN iphone', true],
    ['ecrans', true],
    ['écrans  13', true],
    ['scr bla', true],
    ['screen white', false],
    ['iphone 14', false],
  ])('%j: %s', (query, expected) => {
    expect(matchesAllWords(path, query)).toBe(expected)
  })

  it('finds a text by any of its words in any order', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcéÖ1'), minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.infiniteStream(fc.boolean()), (words, picks) => {
        const query = words.filter(() => picks.next().value).toReversed().join('  ')
        expect(matchesAllWords(foldText(words.join(' ')), query)).toBe(true)
      }),
    )
  })

  it('is the same as splitting once and asking per row', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: fc.constantFrom('a', 'b', ' ') }), (text, query) => {
        const folded = foldText(text)
        expect(containsAllWords(folded, queryToWords(query))).toBe(matchesAllWords(folded, query))
      }),
    )
  })
})
