import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shopCodeSchema } from '../text/shop-code.ts'
import { suggestShopCode } from './suggest-shop-code.ts'

describe('a suggested shop code', () => {
  it.each([
    ['Harbour Lab', [], 'harbour-lab'],
    ['  Größe & Söhne  ', [], 'grosse-sohne'],
    ['Harbour Lab', ['HARBOUR-LAB'], 'harbour-lab-2'],
    ['Harbour Lab', ['harbour-lab', 'harbour-lab-2'], 'harbour-lab-3'],
    ['Login', [], 'login-2'],
    ['A very long name of a repair shop', [], 'a-very-long-name-of'],
    ['修理屋', [], ''],
    ['', [], ''],
  ])('is made of %j where %j are taken: %j', (name, taken, code) => {
    expect(suggestShopCode(name, taken)).toBe(code)
  })

  it('is empty, or a valid code that nobody has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.array(fc.string({ maxLength: 12 }), { maxLength: 5 }), (name, others) => {
        const taken = [...others, suggestShopCode(name)]
        const code = suggestShopCode(name, taken)
        expect(code === '' || shopCodeSchema.safeParse(code).success).toBe(true)
        expect(code === '' || !taken.some((other) => other.toLowerCase() === code)).toBe(true)
      }),
    )
  })
})
