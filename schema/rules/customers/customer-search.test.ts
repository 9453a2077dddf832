import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customerMatchesSearch } from './customer-search.ts'
import { formatPhone } from '../../values/phone.ts'

const customer = (name: string, phone: string | null, alternatePhone: string | null = null, countryCode: string | null = null) => ({
  name,
  countryCode,
  phone,
  alternateCountryCode: countryCode,
  alternatePhone,
  company: null,
  city: null,
  taxId: null,
})
const ada = customer('Ada Lovelace', '5551234567')
const bob = customer('Bob', '5550000000', '4479461234567')
const cyd = customer('Cyd', null, null)

describe('customerMatchesSearch', () => {
  it.each([
    ['ada', ada, true],
    ['LOVE', ada, true],
    ['lovelace ', ada, true],
    ['ádà', ada, true],
    ['123-4567', ada, true],
    ['12 345', bob, true],
    ['bobby', bob, false],
    ['lovelace ada', ada, true],
    ['ada 555', ada, true],
    ['ada 777', ada, false],
    ['(555) 123', ada, true],
    ['ada & lovelace', ada, true],
    ['4567 555', ada, true],
    ['5551234568', ada, false],
    ['7', cyd, false],
    ['', cyd, true],
    ['   ', cyd, true],
  ])('%j', (query, one, expected) => {
    expect(customerMatchesSearch(one, query)).toBe(expected)
  })

  it('finds an accented name by its plain letters', () => {
    expect(customerMatchesSearch(customer('Zoë Núñez', null), 'nunez')).toBe(true)
    expect(customerMatchesSearch(customer('Zoe Nunez', null), 'Núñez')).toBe(true)
  })

  it('finds a company, a city and a tax ID in the same spelling as a name, and no word across two of them', () => {
    const firm = { ...ada, company: 'Société Générale', city: 'Genève', taxId: 'CHE-123.456' }
    for (const query of ['societe', 'ada geneve', 'che-123', 'Generale Lovelace']) expect(customerMatchesSearch(firm, query)).toBe(true)
    for (const query of ['generalegeneve', 'lausanne', 'che-124']) expect(customerMatchesSearch(firm, query)).toBe(false)
  })

  it.each([
    ['+44', '7700900123', '07700 900123'],
    ['+44', '7700900123', '0770'],
    ['+44', '7700900123', '+44 7700 900123'],
    ['+44', '07700900123', '447700900123'],
    ['+44', '07700900123', '7700900123'],
    ['+49', '3098765', '030/98765'],
    ['+36', '201234567', '06 20 123 4567'],
    ['+39', '0612345', '+39 06 12345'],
  ])('finds the phone %s %s as %s', (countryCode, phone, typed) => {
    expect(customerMatchesSearch(customer('Cyd', phone, null, countryCode), typed)).toBe(true)
    expect(customerMatchesSearch(customer('Cyd', null, phone, countryCode), typed)).toBe(true)
  })

  it('adds no zero in front of numbers that have none', () => {
    expect(customerMatchesSearch(customer('Cyd', '5550102000', null, '+1'), '0555')).toBe(false)
  })

  it('finds a name that holds digits', () => {
    expect(customerMatchesSearch(customer('Shop 24', null), '24')).toBe(true)
  })

  it('finds a phone by any part of it, also as it is shown, and by none of a text that names something else', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 6, maxLength: 15 })
    fc.assert(
      fc.property(digits, fc.nat(14), fc.nat(14), (phone, start, length) => {
        const part = phone.slice(start, start + length + 1)
        fc.pre(part !== '')
        expect(customerMatchesSearch(customer('Cyd', phone), part)).toBe(true)
        expect(customerMatchesSearch(customer('Cyd', null, phone), formatPhone('+1', phone))).toBe(true)
        expect(customerMatchesSearch(customer('Cyd', phone), `iPhone ${part}`)).toBe(false)
      }),
    )
  })
})
