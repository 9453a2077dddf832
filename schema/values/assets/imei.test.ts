import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imeiSchema } from '../../fields.ts'
import { imeiMessage, isImei } from './imei.ts'

const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 }).map((list) => list.join(''))
const withCheckDigit = (text: string): string => [...'0123456789'].map((digit) => text + digit).find(isImei) ?? ''

describe('an IMEI (ASSET-03)', () => {
  it('has exactly one check digit for its first 14 digits', () => {
    fc.assert(fc.property(digits, (text) => [...'0123456789'].filter((digit) => isImei(text + digit)).length === 1))
  })

  it('tells every single wrong digit', () => {
    fc.assert(
      fc.property(digits.map(withCheckDigit), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 1, max: 9 }), (imei, place, by) => {
        const wrong = imei.slice(0, place) + ((Number(imei[place]) + by) % 10) + imei.slice(place + 1)
        expect(imeiSchema.safeParse(wrong).error?.issues[0]?.message).toBe(imeiMessage)
      }),
    )
  })

  it('is taken with spaces and dashes wherever they stand', () => {
    const gaps = fc.array(fc.constantFrom('', '', ' ', '-', ' - '), { minLength: 15, maxLength: 15 })
    fc.assert(fc.property(digits.map(withCheckDigit), gaps, (imei, gap) => imeiSchema.parse([...imei].map((digit, i) => digit + gap[i]).join('')) === imei))
  })

  it.each(['', '49015420323751', '4901542032375180', '49015420323751a', '٤٩٠١٥٤٢٠٣٢٣٧٥١٨'])('is not %j', (text) => expect(isImei(text)).toBe(false))
})
