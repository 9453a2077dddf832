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

test('without a profile money is as documented, with one as the shop has it (SHOP-02)', () => {
  const contact = { address: null, phone: null, email: null, website: null, countryCode: '+49', logo: null }
  expect(profileToFormat(undefined).quote('80')).toBe('$80.00')
  expect(
    profileToFormat({ ...contact, currency: 'EUR', locale: 'de-DE', timeZone: null })
      .quote('80')
      .replace('\u00a0', ' '),
  ).toBe('80,00 €')
})
