import fc from 'fast-check'
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { dropRepeatedCode, splitInternationalPhone } from './international-phone.ts'

describe('a number that names its country', () => {
  it.each([
    ['+1 (415) 555-0199', '+1', '4155550199'],
    ['001 415 555 0199', '+1', '4155550199'],
    ['+1 +1 415 555 0199', '+1', '4155550199'],
    ['+1 1 415 555 0199', '+1', '4155550199'],
    ['+49 0049 30 123456', '+49', '30123456'],
    ['(+44) (0)20 7946 0958', '+44', '2079460958'],
    ['＋４４ 20 7946 0958', '+44', '2079460958'],
    ['+39 06 1234 5678', '+39', '0612345678'],
    ['  +7-916-123-45-67 ', '+7', '9161234567'],
    ['tel:+1', undefined, undefined],
    ['415 555 0199', undefined, undefined],
    ['0000000000', undefined, undefined],
    ['+999 123456', undefined, undefined],
    ['', undefined, undefined],
  ])('%j', (text, countryCode, phone) => {
    const split = splitInternationalPhone(text)
    expect(split && { countryCode: split.countryCode, phone: split.phone }).toEqual(countryCode && { countryCode, phone })
  })

  it('knows the country of one that is still being typed', () => {
    expect(splitInternationalPhone('+1 415')).toEqual({ countryCode: '+1', phone: '415', isComplete: false })
    expect(splitInternationalPhone('+1 415 555 0199')).toMatchObject({ isComplete: true })
    expect(splitInternationalPhone('+')).toBeUndefined()
  })

  it('is the same number in every usual spelling, of every country', () => {
    const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? [])
    expect(numbers.length).toBeGreaterThan(200)
    const spelling = fc.record({
      start: fc.constantFrom('+', '00', '(+', ' + '),
      gaps: fc.array(fc.constantFrom('', ' ', '-', '.', ' - '), { minLength: 20, maxLength: 20 }),
      isRepeated: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.constantFrom(...numbers), spelling, (number, { start, gaps, isRepeated }) => {
        const callingCode = number.countryCallingCode
        const national = [...number.nationalNumber].map((digit, index) => digit + (gaps[index] ?? '')).join('')
        const code = `${start}${callingCode}${start.includes('(') ? ')' : ''} `
        expect(splitInternationalPhone(`${code}${isRepeated ? `+${callingCode} ` : ''}${national}`)).toMatchObject({
          countryCode: `+${callingCode}`,
          phone: number.nationalNumber,
        })
      }),
      { numRuns: 1000 },
    )
  })
})

describe('digits beside a country code', () => {
  it.each([
    ['+1', '14155550199', '4155550199'],
    ['+1', '4155550199', '4155550199'],
    ['+49', '4930123456', '30123456'],
    ['+44', '02079460958', '02079460958'],
    ['+1', '1234567890', '1234567890'],
    ['+1', '123456789012345', '123456789012345'],
    ['', '14155550199', '14155550199'],
  ])('%s %s', (countryCode, digits, expected) => {
    expect(dropRepeatedCode(countryCode, digits)).toBe(expected)
  })

  it('stay whatever they are where they do not begin with it', () => {
    const code = fc.constantFrom(...new Set(getCountries().map((country) => getCountryCallingCode(country))))
    fc.assert(
      fc.property(code, fc.stringMatching(/^[0-9]{0,15}$/), (callingCode, digits) => {
        fc.pre(!digits.startsWith(callingCode))
        expect(dropRepeatedCode(`+${callingCode}`, digits)).toBe(digits)
      }),
    )
  })
})
