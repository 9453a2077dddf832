import { expect, test } from 'vitest'
import { bytesToText } from './bytes.ts'

test('sizes are named as a person does', () => {
  expect([0, 4_200, 999_499, 1_000_000, 212_300_000, 999_600_000, 3_149_000_000, 64e9].map((bytes) => bytesToText(bytes))).toEqual([
    '0 kB',
    '4 kB',
    '999 kB',
    '1 MB',
    '212 MB',
    '1 GB',
    '3.1 GB',
    '64 GB',
  ])
  expect([bytesToText(3_149_000_000, 'de'), bytesToText(212_300_000, 'fr')].map((text) => text.replaceAll(/\s/g, ' '))).toEqual(['3,1 GB', '212 Mo'])
})
