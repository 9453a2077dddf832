import { expect, test } from 'vitest'
import { formToPortalMessages, portalMessagesToForm } from './portal-messages-form.ts'

test('country codes are typed in one line, with commas or blanks, each once', () => {
  expect(formToPortalMessages({ countryCodes: ' +1, 44 +49;+49 ', dailyMessages: ' 40 ' })).toEqual({
    body: { portalCountryCodes: ['+1', '+44', '+49'], portalDailyMessages: 40 },
  })
  expect(portalMessagesToForm({ portalCountryCodes: ['+1', '+44'], portalDailyMessages: 0 })).toEqual({ countryCodes: '+1, +44', dailyMessages: '0' })
})

test('what is left empty goes back to the default', () => {
  expect(formToPortalMessages(portalMessagesToForm({}))).toEqual({ body: { portalCountryCodes: null, portalDailyMessages: null } })
})

test('what is no code and no number is told beside its field', () => {
  expect(formToPortalMessages({ countryCodes: '+1, Germany', dailyMessages: '1e3' })).toEqual({
    problems: {
      countryCodes: 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)',
      dailyMessages: 'Messages a day must be a whole number from 0 to 10,000',
    },
  })
})
