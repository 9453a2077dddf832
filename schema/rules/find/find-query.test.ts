import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '../../values/customer-match.ts'
import { toCode } from './code.ts'
import { allWords, findWordsIn, isExactly, missWordsIn, readFindQuery } from './find-query.ts'
import { cutToFound, markFound } from './highlights.ts'

const isFound = (typed: string, part: Parameters<typeof findWordsIn>[1]): boolean => {
  const query = readFindQuery(typed)
  return findWordsIn(query, part) === allWords(query)
}

describe('what is typed to find anything', () => {
  it.each(['+49 89 1234567', '0049 89 1234567', '+49 (0)89 1234567', '089/1234567', '089 123 45 67', '(89) 1234567', '4989-1234567', '123-45 67'])(
    'finds a phone however it is spelled: %s',
    (typed) => {
      expect(isFound(typed, { text: 'ann', phones: '49891234567\n15550100' })).toBe(true)
    },
  )

  it.each([
    ['+44 7700 900123', '4407700900123'],
    ['07700 900123', '447700900123'],
    ['+52 1 55 1234 5678', '525512345678'],
    ['1 55 1234 5678', '525512345678'],
    ['+52 55 1234 5678', '5215512345678'],
    ['+54 9 11 2345 6789', '540111523456789'],
    ['011 15 2345-6789', '5491123456789'],
    ['0221 15 123-4567', '542211234567'],
    ['1-415-555-0199', '4155550199'],
  ])('finds by %s who is stored as %s', (typed, phones) => {
    expect(isFound(typed, { text: 'ann', phones })).toBe(true)
  })

  it('knows the whole phone from a piece of one', () => {
    const part = { phones: '49891234567\n891234567' }
    expect(isExactly(readFindQuery('089 1234567'), part)).toBe(true)
    expect(isExactly(readFindQuery('1234567'), part)).toBe(false)
  })

  it.each(['35 693803 564380 9', '35-693803-564380-9', '356938035643809'])('finds a code however it is grouped: %s', (typed) => {
    const part = { text: 'apple', codes: 'c02xl0\n356938035643809' }
    expect(isFound(typed, part)).toBe(true)
    expect(isExactly(readFindQuery(typed), part)).toBe(true)
  })

  it('does not find another number', () => {
    expect(isFound('089 1234568', { text: 'ann', phones: '49891234567' })).toBe(false)
    expect(isFound('12 34', { text: '12', phones: '' })).toBe(false)
  })

  it('misses in a text what it does not find there, and finds it by another spelling', () => {
    const query = readFindQuery('Élodie smiht')
    expect(missWordsIn(query, 'elodie smith')).toBe(2)
    const near = { ...query, words: query.words.map((word) => ({ ...word, near: word.text === 'smiht' ? ['smith'] : [] })) }
    expect(missWordsIn(near, 'elodie smith')).toBe(0)
    expect(findWordsIn(near, { text: 'smith' })).toBe(2)
  })

  it('takes no more words than it can tell apart', () => {
    const query = readFindQuery(Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '))
    expect(query.words).toHaveLength(30)
    expect(missWordsIn(query, '')).toBe(allWords(query))
  })

  it('makes a code of letters and digits alone, folded', () => {
    expect(toCode(' Sku-12/3 Ä ')).toBe('sku123a')
  })
})

describe('marks of what was found', () => {
  const marked = (text: string, typed: string): string =>
    markFound(text, readFindQuery(typed))
      .map((piece) => (piece.isFound ? `[${piece.text}]` : piece.text))
      .join('')

  it.each([
    ['Élodie Smith', 'elod smith', '[Élod]ie [Smith]'],
    ['E\u0301lodie', 'elod', '[E\u0301lod]ie'],
    ['+1 415-555-0199', '(415) 5550199', '+1 [415-555-0199]'],
    ['Große Mühle', 'GROSS', '[Groß]e Mühle'],
    ['Pat O’Brien', "o'brien", 'Pat [O’Brien]'],
    ['aaa', 'aa', '[aa]a'],
    ['plain', '', 'plain'],
  ])('of %s for %s', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected)
  })

  it('mark another spelling that was found', () => {
    const query = readFindQuery('smiht')
    const near = { ...query, words: query.words.map((word) => ({ ...word, near: ['smith'] })) }
    expect(markFound('John Smith', near)).toEqual([
      { text: 'John ', isFound: false },
      { text: 'Smith', isFound: true },
    ])
  })

  it('stand near the beginning of a long text, which is cut between words', () => {
    const notes = 'The customer came in on Monday\nand said that the water reached the battery.'
    expect(cutToFound(notes, readFindQuery('battery'))).toBe('… the water reached the battery.')
    expect(cutToFound(notes, readFindQuery('customer'))).toBe('The customer came in on Monday and said that the water reached the battery.')
    expect(cutToFound(notes, readFindQuery('screen'))).toBeUndefined()
    expect(cutToFound('', readFindQuery('screen'))).toBeUndefined()
    expect(cutToFound(`${'x'.repeat(60)}battery`, readFindQuery('battery'))).toBe(`… ${'x'.repeat(24)}battery`)
  })

  it('lose and change nothing of any text, and mark something wherever a word stands', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aé1 -ßİ😀') })
    fc.assert(
      fc.property(text, text, (whole, typed) => {
        const query = readFindQuery(typed)
        const pieces = markFound(whole, query)
        expect(pieces.map((piece) => piece.text).join('')).toBe(whole)
        if (query.words.some((word) => foldText(whole).includes(word.text))) expect(pieces.some((piece) => piece.isFound)).toBe(true)
      }),
    )
  })
})
