import { expect, test } from 'vitest'
import { keepPhone } from './keep-phone.ts'

const bob = { countryCode: '+1', phone: '4155550101', alternateCountryCode: '+1', alternatePhone: '4155550102', customerNotes: 'Deaf' }
const late = { countryCode: '+1', phone: '4155550199', isUnconfirmed: false }

test('a number that comes to a customer finds the first free place (MERGE-01)', () => {
  expect(keepPhone({ ...bob, phone: null, countryCode: null }, late)).toEqual({ countryCode: '+1', phone: '4155550199' })
  expect(keepPhone({ ...bob, alternatePhone: null, alternateCountryCode: null }, late)).toEqual({ alternateCountryCode: '+1', alternatePhone: '4155550199' })
  expect(keepPhone(bob, late)).toEqual({ customerNotes: 'Deaf\nOther phone: +1 415-555-0199' })
  expect(keepPhone({ ...bob, customerNotes: null }, late)).toEqual({ customerNotes: 'Other phone: +1 415-555-0199' })
})

test('one that is there already, in any spelling and in the notes, changes nothing', () => {
  expect(keepPhone(bob, { ...late, phone: '4155550102' })).toEqual({})
  expect(keepPhone(bob, { ...late, countryCode: null, phone: '14155550101' })).toEqual({})
  expect(keepPhone({ ...bob, ...keepPhone(bob, late) }, late)).toEqual({})
  expect(keepPhone(bob, { ...late, countryCode: '+44', phone: '4155550101' })).toEqual({ customerNotes: expect.stringContaining('Other phone: +44') })
})

test('one that nobody confirmed takes no place of a phone', () => {
  expect(keepPhone({ ...bob, alternatePhone: null, alternateCountryCode: null }, { ...late, isUnconfirmed: true })).toEqual({
    customerNotes: 'Deaf\nOther phone: +1 415-555-0199',
  })
})
