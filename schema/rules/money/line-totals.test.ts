import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toLineCents, toLineTotal } from './line-totals.ts'

const thousandths = fc.integer({ min: 1, max: 10_000_000 })
const cents = fc.integer({ min: 0, max: 9_999_999_999 })

describe('the total of a line (LINE-01)', () => {
  it.each([
    [1, 80, 80],
    [3, 19.99, 59.97],
    [0.5, 0.01, 0.01],
    [0.499, 0.01, 0],
    [1.5, 0.35, 0.53],
    [0.335, 1, 0.34],
    // In floating point 1.0049999999999999.
    [1.005, 1, 1.01],
    [1, 0, 0],
    [10_000, 99_999_999.99, 999_999_999_900],
  ])('of %f at %f is %f', (quantity, unitPrice, total) => {
    expect(toLineTotal({ quantity, unitPrice })).toBe(total)
  })

  it('is exact to half a cent, and half a cent goes up', () => {
    fc.assert(
      fc.property(thousandths, cents, (quantity, price) => {
        const total = BigInt(Math.round(toLineTotal({ quantity: quantity / 1000, unitPrice: price / 100 }) * 100))
        const above = total * 1000n - BigInt(quantity) * BigInt(price)
        expect(above > -500n && above <= 500n).toBe(true)
      }),
    )
  })

  it('is whole where the currency has no decimals, and what is taken back is what was charged', () => {
    expect(toLineCents({ quantity: 1.5, unitPrice: 333 }, 100)).toBe(50_000)
    fc.assert(
      fc.property(thousandths, cents, fc.constantFrom(1, 100), (quantity, price, unit) => {
        const total = toLineCents({ quantity: quantity / 1000, unitPrice: price / 100 }, unit)
        expect(total % unit).toBe(0)
        expect(toLineCents({ quantity: quantity / 1000, unitPrice: -price / 100 }, unit)).toBe(0 - total)
      }),
    )
  })
})
