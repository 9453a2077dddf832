import { describe, expect, it } from 'vitest'
import { textToCustomer } from './typed-customer.ts'

describe('a customer who was looked for in vain', () => {
  it.each([
    ['', {}],
    [' - ', {}],
    ['  Jane   Doe ', { name: 'Jane Doe' }],
    ['Zoë 2', { name: 'Zoë 2' }],
    ['jane@example.com', { email: 'jane@example.com' }],
    ['415-555-0199', { phone: '4155550199' }],
    ['(415) 555 0199', { phone: '4155550199' }],
    ['+1 (415) 555-0199', { countryCode: '+1', phone: '4155550199' }],
    ['0049 30 901820', { countryCode: '+49', phone: '30901820' }],
    ['+', {}],
  ])('%j begins the form with %j', async (text, expected) => {
    expect(await textToCustomer(text)).toEqual(expected)
  })
})
