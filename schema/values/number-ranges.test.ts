import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countNumbers, firstNumber, isRangeOf, type NumberRange, partsWithin, withoutNumber, withoutRange, withRange } from './number-ranges.ts'

const anyRange = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(15)).map(([from, length]): NumberRange => ({ from, to: from + length }))
const numbersOf = (ranges: readonly NumberRange[]): number[] =>
  ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index))

describe('ranges of numbers', () => {
  it('hold each number once, ascending, whatever was added', () => {
    fc.assert(
      fc.property(fc.array(anyRange), (added) => {
        const ranges = added.reduce<NumberRange[]>(withRange, [])
        expect(numbersOf(ranges)).toEqual([...new Set(numbersOf(added))].toSorted((a, b) => a - b))
        expect(countNumbers(ranges)).toBe(new Set(numbersOf(added)).size)
      }),
    )
  })

  it('give each number once, the smallest first, until none is left', () => {
    fc.assert(
      fc.property(fc.array(anyRange), (added) => {
        let ranges = added.reduce<NumberRange[]>(withRange, [])
        const held = numbersOf(ranges)
        const given: number[] = []
        for (let number = firstNumber(ranges); number !== undefined; number = firstNumber(ranges)) {
          given.push(number)
          ranges = withoutNumber(ranges, number) ?? []
        }
        expect(given).toEqual(held)
      }),
    )
  })

  it('part into those within a range and those outside of it', () => {
    fc.assert(
      fc.property(fc.array(anyRange), anyRange, (added, range) => {
        const ranges = added.reduce<NumberRange[]>(withRange, [])
        const isWithin = (number: number): boolean => range.from <= number && number <= range.to
        expect(numbersOf(partsWithin(ranges, range))).toEqual(numbersOf(ranges).filter(isWithin))
        expect(numbersOf(withoutRange(ranges, range))).toEqual(numbersOf(ranges).filter((number) => !isWithin(number)))
      }),
    )
  })

  it('say when they do not hold a number', () => {
    expect(withoutNumber([{ from: 3, to: 5 }], 4)).toEqual([
      { from: 3, to: 3 },
      { from: 5, to: 5 },
    ])
    expect(withoutNumber([{ from: 3, to: 5 }], 6)).toBeUndefined()
    expect(withoutNumber([], 1)).toBeUndefined()
  })

  it('take nothing for a range that the server cannot have meant', () => {
    expect(isRangeOf({ from: 1, to: 200 }, 200)).toBe(true)
    expect(isRangeOf({ from: 7, to: 7 }, 1)).toBe(true)
    for (const wrong of [null, 'H', {}, { from: 1 }, { from: 0, to: 3 }, { from: 4, to: 3 }, { from: 1, to: 201 }, { from: 1.5, to: 2 }, { from: '1', to: 2 }])
      expect(isRangeOf(wrong, 200)).toBe(false)
  })
})
