import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuantity, quantityMax, quantityToThousandths, thousandthsToQuantity } from './quantity.ts'

describe('a quantity (LINE-01)', () => {
  it('comes back from its thousandths as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: quantityMax * 1000 }), (thousandths) => {
        expect(quantityToThousandths(thousandthsToQuantity(thousandths))).toBe(thousandths)
        expect(parseQuantity(String(thousandthsToQuantity(thousandths)))).toBe(thousandths / 1000)
      }),
    )
  })

  it.each([0.0001, 1.2345, Number.NaN, Number.POSITIVE_INFINITY])('is not %f', (quantity) => {
    expect(() => quantityToThousandths(quantity)).toThrow(RangeError)
  })

  it.each([
    ['2', 2],
    [' 0.125 ', 0.125],
    ['.5', 0.5],
    ['10000', 10_000],
    ['0', null],
    ['-1', null],
    ['1,5', null],
    ['1.2345', null],
    ['1e3', null],
    ['10000.001', null],
    ['', null],
  ])('reads %j as %j', (text, quantity) => {
    expect(parseQuantity(text)).toBe(quantity)
  })
})
