import { expect, test } from 'vitest'
import { quoteToShopTyped } from './shop-amounts.ts'

test('a stored quote reads in its field as other amounts do, and a quote in words as it was written', () => {
  expect(['1250.5', '240', '12.25', 'after diagnosis', ''].map(quoteToShopTyped)).toEqual(['1250.50', '240', '12.25', 'after diagnosis', ''])
})
