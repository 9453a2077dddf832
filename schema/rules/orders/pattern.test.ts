import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDot, patternToText, textToPattern } from './pattern.ts'

const drawn = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }).map((dots) => dots.reduce<number[]>((all, dot) => addDot(all, dot), []))

describe('a drawn pattern (PASS-02)', () => {
  it('is stored as its digits and read back as it was drawn', () => {
    fc.assert(fc.property(drawn, (dots) => dots.length < 2 || JSON.stringify(textToPattern(patternToText(dots))) === JSON.stringify(dots)))
    expect(patternToText([1, 4, 7, 8, 9])).toBe('1-4-7-8-9')
  })

  it('takes along the dot that a line passes over, once', () => {
    expect(addDot([1], 3)).toEqual([1, 2, 3])
    expect(addDot([1], 9)).toEqual([1, 5, 9])
    expect(addDot([2, 1], 3)).toEqual([2, 1, 3])
    expect(addDot([1], 6)).toEqual([1, 6])
    expect(addDot([1], 8)).toEqual([1, 8])
    expect(addDot([4], 6)).toEqual([4, 5, 6])
  })

  it('never leaps over a free dot, and holds none twice', () => {
    fc.assert(
      fc.property(drawn, (dots) => {
        const again = dots.reduce<number[]>((all, dot) => addDot(all, dot), [])
        return new Set(dots).size === dots.length && JSON.stringify(again) === JSON.stringify(dots)
      }),
    )
  })

  it.each(['', '1', '1-1', '1-10', '0-1', '1-4-', '1234', '1-4-7-4'])('is not %j', (text) => expect(textToPattern(text)).toBeUndefined())
})
