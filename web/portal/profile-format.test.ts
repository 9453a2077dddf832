import { expect, test } from 'vitest'
import { profileToFormat, websiteToLink } from './profile-format.ts'

test.each([
  ['shop.example', 'https://shop.example'],
  ['https://shop.example/repairs', 'https://shop.example/repairs'],
  ['HTTP://shop.example', 'HTTP://shop.example'],
  ['vbscript:alert(1)', undefined],
  [`${'java'}script:alert(1)`, undefined],
  ['data:text/html,x', undefined],
  ['two words', undefined],
])('a website %s leads to %s and to nothing that runs', (website, link) => {
  expect(websiteToLink(website)).toBe(link)
})

test('without a profile money is as documented, with one in its currency as the reader writes it (SHOP-02, LANG-04)', () => {
  const contact = { address: null, phone: null, email: null, website: null, countryCode: '+49', logo: null }
  const shop = { ...contact, currency: 'EUR', locale: 'de-AT', language: 'de', timeZone: null } as const
  expect(profileToFormat(undefined).quote('80')).toBe('$80.00')
  expect(profileToFormat(shop, 'en').money(1189.5)).toBe('€1,189.50')
  expect(profileToFormat(shop, 'de').money(1189.5)).toBe('€\u00a01.189,50')
  expect(profileToFormat(shop, 'fr').money(1189.5)).toBe('1\u202f189,50\u00a0€')
  expect(profileToFormat({ ...shop, timeZone: 'Europe/Vienna' }, 'de').dateTime('2026-03-03T23:30:00Z', new Date('2026-06-01'))).toBe('4. März, 0:30')
})
