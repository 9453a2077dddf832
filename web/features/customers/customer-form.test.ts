import { describe, expect, it } from 'vitest'
import { emailMaxLength } from '#schema/fields.ts'
import { accessCodeSchema, type CustomerForm, customerForm } from './form.ts'

const valid: CustomerForm = { ...customerForm.empty, name: 'Ada Byron', phone: '5551234567' }

const problemsOf = (form: CustomerForm): Record<string, string> => {
  const result = customerForm.schema.safeParse(form)
  return Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))
}

describe('customer form', () => {
  it('accepts a name and a phone alone', () => {
    expect(problemsOf(valid)).toEqual({})
  })

  it('names what is missing in the documented words, all at once', () => {
    expect(problemsOf({ ...customerForm.empty, name: '  ', countryCode: '', email: 'nobody', alternatePhone: '12' })).toEqual({
      name: 'Customer name is required',
      countryCode: 'Country code is required',
      phone: 'Phone number is required',
      email: 'Invalid email address',
      alternatePhone: 'Phone must contain only digits, 6-15 characters',
    })
  })

  it('takes an email of up to 100 characters', () => {
    const ending = '@example.org'
    expect(problemsOf({ ...valid, email: 'x'.repeat(60) + ending })).toEqual({})
    expect(problemsOf({ ...valid, email: 'x'.repeat(emailMaxLength - ending.length + 1) + ending })).toEqual({ email: 'Email must be at most 100 characters' })
  })

  it('refuses country codes that are none', () => {
    const message = 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)'
    expect(problemsOf({ ...valid, countryCode: '+0' })).toEqual({ countryCode: message })
    expect(problemsOf({ ...valid, countryCode: '+' })).toEqual({ countryCode: message })
  })

  it('asks for the country code of an alternate phone, and only then', () => {
    expect(problemsOf({ ...valid, alternateCountryCode: '' })).toEqual({})
    expect(problemsOf({ ...valid, alternateCountryCode: '', alternatePhone: '5550000000' })).toEqual({
      alternateCountryCode: 'Please provide a country code when entering an alternate phone number.',
    })
  })

  it('needs no phone and no country code of a customer marked as without a phone, and stores neither', () => {
    const unreached = { ...valid, phone: '', countryCode: '', noPhone: true }
    expect(problemsOf(unreached)).toEqual({})
    expect(customerForm.toValues(unreached)).toMatchObject({ phone: null, countryCode: null, noPhone: true })
    expect(problemsOf({ ...unreached, noPhone: false })).toEqual({ phone: 'Phone number is required', countryCode: 'Country code is required' })
  })

  it('stores digits, one spelling of the code, and null for what is empty', () => {
    expect(customerForm.toValues({ ...valid, name: ' Ada ', countryCode: '1', phone: '(555) 123-4567' })).toEqual({
      name: 'Ada',
      countryCode: '+1',
      phone: '5551234567',
      alternateCountryCode: null,
      alternatePhone: null,
      email: null,
      company: null,
      street: null,
      postalCode: null,
      city: null,
      region: null,
      country: null,
      taxId: null,
      language: null,
      taxExempt: false,
      taxExemptReason: null,
      customerNotes: null,
      noMessages: false,
      noPhone: false,
    })
  })

  it('sees no change in a customer that is opened and left alone', () => {
    const stored = {
      name: 'Walk-in',
      countryCode: null,
      phone: null,
      alternateCountryCode: '+44',
      alternatePhone: null,
      email: null,
      company: 'Quay',
      street: null,
      postalCode: null,
      city: null,
      region: null,
      country: 'DE',
      taxId: null,
      language: 'de-CH',
      taxExempt: true,
      taxExemptReason: 'Charity',
      customerNotes: 'VIP',
      noMessages: true,
      noPhone: true,
    }
    const opened = customerForm.toForm(stored)
    expect(customerForm.toChanges(opened, { ...opened })).toEqual({})
  })
})

describe('access code', () => {
  it('takes 8 to 64 characters, and nothing as no change', () => {
    expect(accessCodeSchema.safeParse('').success).toBe(true)
    expect(accessCodeSchema.safeParse(' 12 4 678 ').success).toBe(true)
    expect(accessCodeSchema.safeParse(' 1234567 ').success).toBe(false)
    expect(accessCodeSchema.safeParse('x'.repeat(65)).success).toBe(false)
  })
})
