import { expect, test } from 'vitest'
import { toIban } from './iban.ts'

test.each([
  ['DE89370400440532013000', 'DE89370400440532013000'],
  [' de89 3704 0044 0532 0130 00 ', 'DE89370400440532013000'],
  ['GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ['NO9386011117947', 'NO9386011117947'],
  ['DE89370400440532013001', null],
  ['DE98370400440532013000', null],
  ['DE89', null],
  ['8937040044DE0532013000', null],
  ['', null],
])('%j is the account %j', (typed, iban) => {
  expect(toIban(typed)).toBe(iban)
})
