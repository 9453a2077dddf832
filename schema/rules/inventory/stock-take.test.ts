import { describe, expect, it } from 'vitest'
import { findCountFollowUps, isSince, stockTakeTexts, toTakeDifference, whyCountStands } from './stock-take.ts'

const [morning, noon, evening] = ['2026-03-01T08:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-01T18:00:00.000Z']

describe('a stock take (PARTS-04)', () => {
  it('differs from what the count was when its product was counted', () => {
    expect(toTakeDifference(7, 9, 0)).toBe(-2)
    // Three of the nine came after the count.
    expect(toTakeDifference(7, 9, 3)).toBe(1)
    expect(toTakeDifference(7, 4, -3)).toBe(0)
  })

  it('keeps what was done after it, and decides by id between two of one time', () => {
    const take = { at: noon, takeId: 'b' }
    expect(isSince({ at: evening, takeId: null }, take)).toBe(true)
    expect(isSince({ at: morning, takeId: null }, take)).toBe(false)
    expect(isSince({ at: noon, takeId: null }, take)).toBe(false)
    expect(isSince({ at: noon, takeId: 'a' }, take)).toBe(false)
    expect(isSince({ at: noon, takeId: 'c' }, take)).toBe(true)
  })

  it('dates a count when it is made or changed, and never later', () => {
    const follow = (countedAt: string | null, written: readonly string[], before?: object) =>
      findCountFollowUps(before as Record<string, unknown> | undefined, { countedAt, counted: 3 }, written, noon)
    expect(follow(null, ['counted', 'countedAt'])).toEqual({ countedAt: noon })
    expect(follow(evening, ['counted', 'countedAt'])).toEqual({ countedAt: noon })
    expect(follow(morning, ['counted', 'countedAt'])).toEqual({})
    expect(follow(morning, ['counted'], { counted: 2 })).toEqual({ countedAt: noon })
    expect(follow(morning, ['area'], { counted: 3 })).toEqual({})
  })

  it('keeps an applied count as it is', () => {
    expect(whyCountStands({ appliedAt: null })).toBeUndefined()
    expect(whyCountStands({ appliedAt: noon })).toBe(stockTakeTexts.applied)
  })
})
