import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, lastFourDigits } from './customer-match.ts'

describe('foldText', () => {
  it.each([
    ['Ada', 'ada'],
    ['CAFÉ', 'cafe'],
    ['Łódź', 'lodz'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Strauß STRAUẞ', 'strauss strauss'],
    ['Đorđe', 'dorde'],
    ['Œuvre, Þór, Sigurðsson', 'oeuvre, thor, sigurdsson'],
    ['İstanbul Işık', 'istanbul isik'],
    ['O’Brien O‘Brien OʼBrien O´Brien O`Brien O′Brien O＇Brien', "o'brien o'brien o'brien o'brien o'brien o'brien o'brien"],
    ['5″ “Plus” „Max“', '5" "plus" "max"'],
    ['H–7 H‑7 H−7', 'h-7 h-7 h-7'],
    ['Ｇａｌａｘｙ Ｓ２１ ﬁne Ⅳ', 'galaxy s21 fine iv'],
    ['Ann\u00a0Lee', 'ann lee'],
    ['\u200eAnn\u200b \ufeffLee\u00ad', 'ann lee'],
    ['Müller-Lüdenscheidt', 'muller-ludenscheidt'],
    ['Cafe\u0301', 'cafe'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['', ''],
    ['line\nbreak\tTab', 'line\nbreak\ttab'],
  ])('%j folds to %j', (text, expected) => {
    expect(foldText(text)).toBe(expected)
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('folds every single character to a text that stays as it is', () => {
    const unstable: string[] = []
    for (let code = 0; code < 0x1_1000; code++) {
      const folded = foldText(String.fromCodePoint(code))
      if (foldText(folded) !== folded) unstable.push(code.toString(16))
    }
    expect(unstable).toEqual([])
  })

  it('gives the same for the composed and the decomposed spelling', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZéÉñÑüÜčŠžøß 12') }), (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')))
        expect(foldText(text.toUpperCase())).toBe(foldText(text.toUpperCase().toLowerCase()))
      }),
    )
  })
})

describe('lastFourDigits', () => {
  it.each([
    ['', null],
    ['123', null],
    ['1-2-3', null],
    ['1234', '1234'],
    ['555-123-4567', '4567'],
    ['(555) 123', '5123'],
  ])('%j gives %j', (typed, expected) => {
    expect(lastFourDigits(typed)).toBe(expected)
  })
})
