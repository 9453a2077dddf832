import { expect, test } from 'vitest'
import { texts as german } from '../language/compiled/papers/papers-de.ts'
import { soldToText } from './order-kind.ts'

test('LANG-01: the words that a sale keeps are read in the language of the customer, and typed ones stay', () => {
  const read = (description: string) => soldToText(description, german)
  expect(['Discount', 'Discount (10%)', 'Returned: Charger', 'Returned: Discount'].map(read)).toEqual([
    'Rabatt',
    'Rabatt (10%)',
    'Zurückgegeben: Charger',
    'Zurückgegeben: Rabatt',
  ])
  expect(['Discount code holder', 'USB-C cable', 'Not Returned: x'].map(read)).toEqual(['Discount code holder', 'USB-C cable', 'Not Returned: x'])
})
