import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Address, addressFields, addressToLines, addressToText, toAddressBlock, toPlaceText } from './address-lines.ts'

const empty: Address = { street: null, postalCode: null, city: null, region: null, country: null }
const own = { ownCountry: 'US', locale: 'en' }

describe('an address', () => {
  test.each([
    ['US', { street: '1 Dock Road', postalCode: '04001', city: 'Harbor', region: 'ME' }, ['1 Dock Road', 'Harbor, ME 04001']],
    ['DE', { street: 'Hauptstraße 5', postalCode: '10115', city: 'Berlin' }, ['Hauptstraße 5', '10115 Berlin', 'Germany']],
    [
      'GB',
      { street: '10 High St', postalCode: 'SW1A 1AA', city: 'London', region: 'Greater London' },
      ['10 High St', 'London', 'Greater London', 'SW1A 1AA', 'United Kingdom'],
    ],
    ['CA', { street: '1 Rue A', postalCode: 'K1A 0B1', city: 'Ottawa', region: 'ON' }, ['1 Rue A', 'Ottawa ON K1A 0B1', 'Canada']],
    ['BR', { street: 'Rua A, 1', postalCode: '11010-000', city: 'Santos', region: 'SP' }, ['Rua A, 1', 'Santos - SP', '11010-000', 'Brazil']],
    ['IT', { street: 'Via A 1', postalCode: '00184', city: 'Roma', region: 'RM' }, ['Via A 1', '00184 Roma RM', 'Italy']],
    ['ES', { street: 'Calle A 1', postalCode: '28001', city: 'Madrid', region: 'Madrid' }, ['Calle A 1', '28001 Madrid', 'Madrid', 'Spain']],
  ] as const)('in %s is laid out as people there write it, and names the country abroad', (country, parts, lines) => {
    expect(addressToLines({ ...empty, ...parts, country }, own)).toEqual(lines)
  })

  test('without a country is laid out as in the country of the shop', () => {
    const parts = { ...empty, postalCode: '10115', city: 'Berlin' }
    expect(addressToLines(parts, own)).toEqual(['Berlin, 10115'])
    expect(addressToLines(parts, { ownCountry: 'DE', locale: 'de' })).toEqual(['10115 Berlin'])
    expect(addressToLines(parts, { ownCountry: null, locale: 'en' })).toEqual(['10115 Berlin'])
  })

  test('keeps each filled part, has no empty line and no lone mark', () => {
    const part = fc.option(fc.constantFrom('', ' ', 'Oak', 'Elm 5', '77'))
    const country = fc.constantFrom('US', 'DE', 'GB', 'CA', 'BR', 'IT', 'JP', null)
    fc.assert(
      fc.property(fc.record({ street: part, postalCode: part, city: part, region: part, country }), country, (address, ownCountry) => {
        const lines = addressToLines(address, { ownCountry, locale: 'en' })
        for (const line of lines) expect(line).toMatch(/^[^\s,-].*[^\s,-]$/)
        for (const field of addressFields.slice(0, 4)) expect(lines.join('\n')).toContain((address[field] ?? '').trim())
        if (addressFields.every((field) => (address[field] ?? '').trim() === '')) expect([lines, addressToText(address)]).toEqual([[], ''])
      }),
    )
  })

  test('in one line has the code of its country', () => {
    expect(addressToText({ street: '1 Dock Road\nPier 2', postalCode: '04001', city: 'Harbor', region: 'ME', country: 'US' })).toBe(
      '1 Dock Road, Pier 2, Harbor, ME 04001, US',
    )
  })
})

describe('the address block of a customer', () => {
  const customer = { ...empty, name: 'Ada Quay', company: 'Quay Builders', taxId: 'X1', city: 'Harbor' }

  test('has the company first, and a company that is the name once', () => {
    expect(toAddressBlock(customer, own)).toEqual({ lines: ['Quay Builders', 'Ada Quay', 'Harbor'], taxId: 'X1' })
    expect(toAddressBlock({ ...customer, name: 'quay builders ' }, own).lines).toEqual(['quay builders ', 'Harbor'])
    expect(toAddressBlock({ ...customer, company: null }, own).lines).toEqual(['Ada Quay', 'Harbor'])
    const places = [customer, { ...customer, name: 'quay builders ' }, { ...customer, city: null }, { ...empty, name: 'Ada', company: null }].map(toPlaceText)
    expect(places).toEqual(['Quay Builders · Harbor', 'Harbor', 'Quay Builders', ''])
  })
})
