import { expect, test } from 'vitest'
import { partsToAddress, toOwnAddress } from './shop-address.ts'

const parts = { street: 'Hafenweg 1', postalCode: '20457', city: 'Hamburg', region: null, country: 'DE' }
const none = { street: null, postalCode: null, city: null, region: null, country: null }

test('the parts of an address make its text, without the own country', () => {
  expect(partsToAddress(parts)).toBe('Hafenweg 1\n20457 Hamburg')
  expect([none, { ...none, country: 'DE' }].map(partsToAddress)).toEqual([null, null])
})

test('a text is the own of a shop where it differs from the parts', () => {
  expect(toOwnAddress('Pier 3, Hamburg', parts)).toBe('Pier 3, Hamburg')
  expect(toOwnAddress('Hafenweg 1\n20457 Hamburg', parts)).toBeNull()
  expect(toOwnAddress('Hafenweg 1', none)).toBe('Hafenweg 1')
})
