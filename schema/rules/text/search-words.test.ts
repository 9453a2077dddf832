import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '../../values/customer-match.ts'
import { containsAllWords, findWords, isNarrowerQuery, matchesSearch, missWords, queryToWords, readSearch, splitSearch } from './search-words.ts'

const path = foldText('Parts / Écrans / iPhone 13 Screen black')

const matchesAllWords = (folded: string, query: string): boolean => containsAllWords(folded, queryToWords(query))

describe('all words of a query', () => {
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
    ['parts / ecrans', true],
    ['iphone & black', true],
    ['/', true],
    ['&', false],
    ['%', false],
    ['_', false],
    ['* ?', false],
  ])('%j: %s', (query, expected) => {
    expect(matchesAllWords(path, query)).toBe(expected)
  })

  it('finds a text by any of its words in any order', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcéÖ1'), minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.infiniteStream(fc.boolean()), (words, picks) => {
        const query = words
          .filter(() => picks.next().value)
          .toReversed()
          .join('  ')
        expect(matchesAllWords(foldText(words.join(' ')), query)).toBe(true)
      }),
    )
  })
})

describe('matchesSearch', () => {
  const texts = [foldText('Écran cassé'), foldText('iPhone 13'), foldText('Ana Ruiz')]
  const phones = '15551234567\n4479461234567'

  it.each([
    ['', true],
    ['ruiz iphone ecran', true],
    ['RUIZ 555', true],
    ['ana 999', false],
    ['(555) 123-4567', true],
    ['555 123 4567', true],
    ['+1 555', true],
    ['x555', false],
    ['567 447', true],
    ['567447', false],
  ])('%j: %s', (query, expected) => {
    expect(matchesSearch(readSearch(query), texts, phones)).toBe(expected)
  })

  it('finds nothing more when more is typed behind, so that a list may search what it found before', () => {
    const unit = fc.constantFrom(...'aé1 5-(+)&€')
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 6 }),
        fc.string({ unit, maxLength: 4 }),
        fc.string({ unit, maxLength: 12 }),
        fc.string({ unit: fc.constantFrom(...'15\n'), maxLength: 12 }),
        (query, more, text, numbers) => {
          const isFound = (typed: string): boolean => matchesSearch(readSearch(typed), [foldText(text)], numbers)
          if (isNarrowerQuery(query, query + more) && isFound(query + more)) expect(isFound(query)).toBe(true)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('is the same word by word, with what rows share looked through once and their own text as one', () => {
    const unit = fc.constantFrom(...'aé15 -\n')
    const short = fc.string({ unit, maxLength: 6 })
    const query = fc.oneof(
      short,
      fc.array(fc.constantFrom('a', 'e', '1', '15', 'a1'), { minLength: 28, maxLength: 34 }).map((words) => words.join(' ')),
    )
    fc.assert(
      fc.property(
        query,
        fc.array(short, { maxLength: 3 }),
        short,
        fc.string({ unit: fc.constantFrom(...'15\n'), maxLength: 6 }),
        (typed, own, shared, numbers) => {
          const texts = own.map(foldText)
          const wanted = readSearch(typed)
          const isFound = splitSearch(wanted).every((part) => (missWords(part, texts.join('\n')) & ~findWords(part, [foldText(shared)], numbers)) === 0)
          expect(isFound).toBe(matchesSearch(wanted, [...texts, foldText(shared)], numbers))
        },
      ),
      { numRuns: 3000 },
    )
  })
})
