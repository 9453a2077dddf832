import { expect, test } from 'vitest'
import { defaultProfile } from '#schema/rules/shop/profile.ts'
import { type DetailsForm, detailsSchema, formToUpdate, profileToForm } from './details-form.ts'

const stored = defaultProfile('north')
const form = profileToForm(stored)
const problemsOf = (typed: Partial<DetailsForm>) =>
  Object.fromEntries((detailsSchema.safeParse({ ...form, ...typed }).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))

test('what is stored passes, and nothing of it is sent', () => {
  expect(problemsOf({})).toEqual({})
  expect(formToUpdate(form, stored)).toEqual({})
})

test('what was changed is sent, and nothing else; sizes as numbers, with either decimal sign', () => {
  const typed = { ...form, currency: 'EUR', timeZone: 'Europe/Berlin', ticketPrefix: '', labelWidthMm: '57,5', photosOn: false }
  expect(problemsOf(typed)).toEqual({})
  expect(formToUpdate(typed, stored)).toEqual({ currency: 'EUR', timeZone: 'Europe/Berlin', ticketPrefix: '', labelWidthMm: 57.5, photosOn: false })
})

test('what the server would refuse is told at its field, in the same words', () => {
  expect(
    problemsOf({
      email: 'nobody',
      labelWidthMm: '',
      labelHeightMm: '5',
      keepInvoicesYears: '0',
      country: 'UK',
      iban: 'DE89',
      paymentLink: 'http://pay.example',
      invoiceFormat: '{YYYY}',
      ticketPrefix: 'TOO-LONG',
      countryCode: '',
    }),
  ).toEqual({
    email: 'Invalid email format',
    labelWidthMm: 'Label width must be 10 to 200 mm',
    labelHeightMm: 'Label height must be 10 to 200 mm',
    keepInvoicesYears: 'Years to keep invoices must be a whole number from 1 to 30',
    country: 'Country must be a code of two letters such as US or DE',
    iban: 'IBAN is not valid. Please check its digits',
    paymentLink: 'Payment link must begin with https:// and may hold {amount} and {ticket}',
    invoiceFormat: 'Invoice number must hold {0000} once and may hold {YYYY}, beside letters, digits, blanks and . / _ -',
    ticketPrefix: 'Ticket prefix can have up to 6 of A-Z, 0-9, - and /',
    countryCode: 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)',
  })
})

test('terms and footer in other languages are sent together where one changed (LANG-01)', () => {
  const written = { ...stored, otherTexts: { de: { terms: 'Zwei Wochen', receiptFooter: null } } }
  const opened = profileToForm(written)
  expect(opened).toMatchObject({ 'terms-de': 'Zwei Wochen', 'receiptFooter-de': '', 'terms-fr': '' })
  expect(formToUpdate(opened, written)).toEqual({})
  const empty = { terms: '', receiptFooter: '' }
  expect(formToUpdate({ ...opened, 'receiptFooter-pt-BR': 'Obrigado' }, written)).toMatchObject({
    otherTexts: { de: { terms: 'Zwei Wochen', receiptFooter: '' }, fr: empty, 'pt-BR': { terms: '', receiptFooter: 'Obrigado' } },
  })
})

test('an address that is made of its parts is not the own of the shop, which stays empty', () => {
  const made = { ...stored, street: 'Hafenweg 1', city: 'Hamburg', country: 'DE', address: 'Hafenweg 1\nHamburg' }
  const opened = profileToForm(made)
  expect(opened).toMatchObject({ street: 'Hafenweg 1', country: 'DE', address: '' })
  expect(formToUpdate({ ...opened, city: 'Kiel' }, made)).toEqual({ city: 'Kiel' })
  expect(profileToForm({ ...made, address: 'Pier 3' }).address).toBe('Pier 3')
})
