import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canShowBars, fitText, labelPaddingMm, letterSizesPt, moduleMinMm, placeCode } from './label-layout.ts'
import { labelNameMax, shortenName, shortenText } from './short-text.ts'

describe('a shortened text', () => {
  test('is never longer than allowed, and is the text itself where that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const letters = [...new Intl.Segmenter().segment(text.replaceAll(/\s+/gu, ' ').trim())]
        const short = shortenText(text, max)
        expect([...new Intl.Segmenter().segment(short)].length).toBeLessThanOrEqual(max)
        if (letters.length <= max) expect(short).toBe(letters.map(({ segment }) => segment).join(''))
      }),
    )
  })

  test.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Maximiliane Freifrau von Hohenstein', 'Maximiliane F. v.'],
    ['Bartholomew Featherstonehaugh', 'Bartholomew F.'],
    ['محمد عبد الرحمن بن عبد العزيز', 'محمد ع. ا. ب. ع.'],
    ['欧阳娜娜', '欧阳娜娜'],
    ['Donaudampfschifffahrtsgesellschaft', 'Donaudampfschifff…'],
    ['  two   spaces ', 'two spaces'],
  ])('of a name keeps who it is: %s', (name, short) => {
    expect(shortenName(name)).toBe(short)
    expect([...new Intl.Segmenter().segment(short)].length).toBeLessThanOrEqual(labelNameMax)
  })
})

describe('a label (PRINT-03)', () => {
  const sizes = fc.record({ widthMm: fc.integer({ min: 10, max: 200 }), heightMm: fc.integer({ min: 10, max: 200 }) })

  test('has a code that is read and leaves half of the room to the text, or none', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 21, max: 120 }), (size, modules) => {
        const place = placeCode(size, modules)
        if (place === null) return
        expect(place.sideMm / modules).toBeGreaterThanOrEqual(moduleMinMm)
        const room = place.isBeside ? size.widthMm : size.heightMm
        expect(place.sideMm).toBeLessThanOrEqual((room - 2 * labelPaddingMm) / 2)
        expect(place.sideMm).toBeLessThanOrEqual((place.isBeside ? size.heightMm : size.widthMm) - 2 * labelPaddingMm)
      }),
    )
  })

  test('of 40 × 20 mm still has the code of a long address', () => {
    // 84 characters: version 5 has 45 modules including its quiet zone.
    expect(placeCode({ widthMm: 40, heightMm: 20 }, 45)).toEqual({ sideMm: 17, isBeside: true })
    expect(placeCode({ widthMm: 10, heightMm: 10 }, 45)).toBeNull()
    expect(canShowBars(90, { widthMm: 40, heightMm: 20 })).toBe(true)
    expect(canShowBars(200, { widthMm: 40, heightMm: 20 })).toBe(false)
  })

  test('has the largest letters with which all of the text fits, else as much as fits of the smallest', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,200}$/), fc.integer({ min: 0, max: 2_000 }), (text, room) => {
        const doesFit = ({ sizePt, text: shown }: { sizePt: number; text: string }) => sizePt * shown.length <= room
        const fitted = fitText(text, doesFit, shortenText)
        const whole = letterSizesPt.find((sizePt) => doesFit({ sizePt, text }))
        if (whole !== undefined) expect(fitted).toEqual({ sizePt: whole, text })
        else {
          expect(fitted.sizePt).toBe(6)
          expect(fitted.text === '' || doesFit(fitted)).toBe(true)
          expect(doesFit({ sizePt: 6, text: shortenText(text, fitted.text.length + 1) })).toBe(false)
        }
      }),
    )
  })
})
