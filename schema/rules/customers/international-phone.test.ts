import fc from 'fast-check'
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { dropRepeatedCode, groupPhone, phoneToChatLink, phoneToE164, phoneToSpellings, splitInternationalPhone, toPhoneKey } from './international-phone.ts'

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
    ['tel:+31-6-12345678', '+31', '612345678'],
    ['\u202a+44 7912 345678\u202c', '+44', '7912345678'],
    ['+52 1 55 1234 5678', '+52', '5512345678'],
    ['+54 11 15 2345 6789', '+54', '91123456789'],
    ['tel:', undefined, undefined],
    ['415 555 0199', undefined, undefined],
    ['0000000000', undefined, undefined],
    ['+999 123456', undefined, undefined],
    ['', undefined, undefined],
  ])('%j', (text, countryCode, phone) => {
    const split = splitInternationalPhone(text)
    expect(split && { countryCode: split.countryCode, phone: split.phone }).toEqual(countryCode && { countryCode, phone })
  })

  it('knows the country of one that is still being typed', () => {
    expect(splitInternationalPhone('+1 415')).toMatchObject({ countryCode: '+1', phone: '415', isComplete: false })
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

describe('E.164', () => {
  it.each([
    ['+44', '07700900123', '+447700900123'],
    ['+44', '7700900123', '+447700900123'],
    ['+44', '447912345678', '+447912345678'],
    ['+44', '00447700900123', '+447700900123'],
    ['+49', '01701234567', '+491701234567'],
    ['+49', '491701234567', '+491701234567'],
    ['+39', '0612345678', '+390612345678'],
    ['+225', '0707123456', '+2250707123456'],
    ['+1', '5550102000', '+15550102000'],
    ['+1', '15550102000', '+15550102000'],
    ['+7', '89161234567', '+79161234567'],
    ['+36', '06301234567', '+36301234567'],
    ['+52', '15512345678', '+525512345678'],
    ['+52', '0445512345678', '+525512345678'],
    ['+54', '0111523456789', '+5491123456789'],
    ['+54', '91123456789', '+5491123456789'],
    ['+55', '55987654321', '+5555987654321'],
    ['+999', '01234567', '+99901234567'],
  ])('of %s and %s is %s', (countryCode, phone, expected) => {
    expect(phoneToE164(countryCode, phone)).toBe(expected)
  })

  it('is the same for a number of any country as it is dialled there, and with its country code', () => {
    const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? [])
    for (const number of numbers) {
      const countryCode = `+${number.countryCallingCode}`
      expect(phoneToE164(countryCode, number.nationalNumber)).toBe(number.number)
      expect(phoneToE164(countryCode, number.formatNational())).toBe(number.number)
    }
  })
})

describe('phoneToChatLink', () => {
  it.each([
    ['+1', '5551234567', 'https://wa.me/15551234567'],
    ['+44', '207-946-0958', 'https://wa.me/442079460958'],
    ['+44', '07700 900123', 'https://wa.me/447700900123'],
    ['+39', '06 1234 5678', 'https://wa.me/390612345678'],
    [null, '5551234567', 'https://wa.me/5551234567'],
    ['', '5551234567', 'https://wa.me/5551234567'],
    ['+1', null, null],
    ['+1', '', null],
    [undefined, undefined, null],
  ])('%s %s opens %s', (countryCode, phone, expected) => {
    expect(phoneToChatLink(countryCode, phone)).toBe(expected)
  })
})

describe('the key of a number', () => {
  it.each([
    ['+44', '07700900123', '7700900123', '447700900123', '00447700900123'],
    ['+52', '5512345678', '15512345678', '0445512345678', '015512345678', '525512345678'],
    ['+54', '91123456789', '0111523456789', '111523456789', '01123456789', '541123456789'],
    ['+54', '92211234567', '0221151234567', '2211234567'],
    ['+54', '92901123456', '02901 15 123456', '2901123456'],
    ['+7', '89161234567', '9161234567', '79161234567'],
    ['+36', '06301234567', '301234567'],
    ['+39', '0612345678', '390612345678'],
    ['+1', '4155550199', '14155550199', '0014155550199'],
  ])('of %s is one for %s and %s', (countryCode, ...spellings) => {
    const keys = new Set(spellings.map((phone) => toPhoneKey(countryCode, phone, '')))
    expect(keys.size).toBe(1)
    const stored = spellings.filter((phone) => !phone.startsWith('00')).map((phone) => phone.replaceAll(' ', ''))
    for (const phone of spellings) expect(phoneToSpellings(countryCode, phone)).toEqual(expect.arrayContaining(stored))
  })

  it('is another one where a zero belongs to the number, and there is none of what is nobody’s', () => {
    expect(toPhoneKey('+39', '3471234567', '')).not.toBe(toPhoneKey('+39', '03471234567', ''))
    expect(phoneToSpellings('+39', '3471234567')).not.toContain('03471234567')
    expect(toPhoneKey('+1', '0000000000', '')).toBeUndefined()
    expect(toPhoneKey(null, '000-000-0000', '+1')).toBeUndefined()
    expect(toPhoneKey('+1', null, '')).toBeUndefined()
    expect(phoneToSpellings('+1', '0000000000')).toEqual([])
  })
})

describe('the groups of a number', () => {
  it.each([
    ['+44', '2079460958', '20 7946 0958'],
    ['+44', '02079460958', '020 7946 0958'],
    ['+49', '03012345678', '030 12345678'],
    ['+33', '0612345678', '06 12 34 56 78'],
    ['+39', '0612345678', '06 1234 5678'],
    ['+34', '612345678', '612 34 56 78'],
    ['+55', '11961234567', '11 96123 4567'],
    ['+44', '207', '207'],
    ['+999', '12345678', '12345678'],
  ])('of %s %s are those of its country: %s', (countryCode, digits, grouped) => {
    expect(groupPhone(countryCode, digits).replaceAll('-', ' ')).toBe(grouped)
  })

  it('hold every digit, for whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('+7', '+36', '+44', '+49', '+52', '+54', '+55', '+225', '+961'),
        fc.stringMatching(/^[0-9]{0,15}$/),
        (countryCode, digits) => {
          expect(groupPhone(countryCode, digits).replaceAll(/\D/g, '')).toBe(digits)
        },
      ),
    )
  })
})
