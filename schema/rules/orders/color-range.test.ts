import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toColorRanges, dayToShare, greenEndRange, moveGreenEnd, moveYellowEnd, yellowEndRange } from './color-range.ts'

const stored = fc
  .record({ greenEnd: fc.integer({ min: 0, max: 30 }), yellowEnd: fc.integer({ min: 1, max: 50 }) })
  .filter(({ greenEnd, yellowEnd }) => greenEnd < yellowEnd)
const day = fc.double({ min: -50, max: 80, noNaN: true })

describe('the two handles of the colour ranges', () => {
  it('let green move from 1 to 18 (SHOPSET-21)', () => {
    expect(moveGreenEnd({ greenEnd: 2, yellowEnd: 5 }, 4)).toEqual({ greenEnd: 4, yellowEnd: 5 })
    expect(moveGreenEnd({ greenEnd: 2, yellowEnd: 5 }, 0).greenEnd).toBe(1)
    expect(moveGreenEnd({ greenEnd: 2, yellowEnd: 5 }, 20).greenEnd).toBe(18)
  })

  it('push yellow to green+1 when green reaches or passes it (SHOPSET-22)', () => {
    expect(moveGreenEnd({ greenEnd: 2, yellowEnd: 5 }, 5)).toEqual({ greenEnd: 5, yellowEnd: 6 })
    expect(moveGreenEnd({ greenEnd: 2, yellowEnd: 5 }, 18)).toEqual({ greenEnd: 18, yellowEnd: 19 })
  })

  it('let yellow move from green+1 to 19, and not push green back (SHOPSET-23)', () => {
    expect(moveYellowEnd({ greenEnd: 2, yellowEnd: 5 }, 9)).toEqual({ greenEnd: 2, yellowEnd: 9 })
    expect(moveYellowEnd({ greenEnd: 2, yellowEnd: 5 }, 1)).toEqual({ greenEnd: 2, yellowEnd: 3 })
    expect(moveYellowEnd({ greenEnd: 2, yellowEnd: 5 }, 20)).toEqual({ greenEnd: 2, yellowEnd: 19 })
  })

  it('bring a stored range from beyond the scale onto it with the first move', () => {
    expect(moveYellowEnd({ greenEnd: 25, yellowEnd: 40 }, 19)).toEqual({ greenEnd: 18, yellowEnd: 19 })
    expect(moveGreenEnd({ greenEnd: 25, yellowEnd: 40 }, 10)).toEqual({ greenEnd: 10, yellowEnd: 19 })
  })

  it('give a range that can be stored, wherever they are dragged', () => {
    fc.assert(
      fc.property(stored, fc.array(fc.tuple(fc.boolean(), day), { minLength: 1 }), (start, moves) => {
        const end = moves.reduce((colors, [isGreen, to]) => (isGreen ? moveGreenEnd(colors, to) : moveYellowEnd(colors, to)), start)
        const { greenEnd, yellowEnd } = end
        expect(greenEnd < yellowEnd && Number.isInteger(greenEnd) && Number.isInteger(yellowEnd)).toBe(true)
        expect(greenEnd >= 0 && greenEnd <= greenEndRange.max && yellowEnd <= 19).toBe(true)
        expect(yellowEnd >= yellowEndRange(end).min && yellowEnd <= yellowEndRange(end).max).toBe(true)
      }),
    )
  })

  it('move yellow only as far as green pushes it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 18 }), fc.integer({ min: 2, max: 19 }), day, (greenEnd, yellowEnd, to) => {
        fc.pre(greenEnd < yellowEnd)
        const moved = moveGreenEnd({ greenEnd, yellowEnd }, to)
        expect(moved.yellowEnd).toBe(Math.max(yellowEnd, moved.greenEnd + 1))
      }),
    )
  })
})

it('the scale ends at 20+ days', () => {
  expect([0, 10, 20, 45].map(dayToShare)).toEqual([0, 0.5, 1, 1])
})

it('the ranges are told in days', () => {
  expect(toColorRanges({ greenEnd: 2, yellowEnd: 5 })).toEqual({ green: '0–2', yellow: '3–5', red: '6+' })
  expect(toColorRanges({ greenEnd: 2, yellowEnd: 3 }).yellow).toBe('3')
})
