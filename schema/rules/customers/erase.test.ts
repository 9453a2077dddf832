import { describe, expect, it } from 'vitest'
import { eraseFromText, isTypedName } from './erase.ts'

const traces = {
  names: ['Ann Lee'],
  phones: [{ countryCode: '+1', phone: '4155550199' }],
  emails: ['ann.lee@example.com'],
  words: ['Lee & Sons', '9 Elm Street', 'DE129273398', 'AB'],
}

describe('erasing somebody from a text', () => {
  it.each([
    ['Ann Lee called', 'Erased customer called'],
    ['ask ANN  LEE, or her sister Joann Lee', 'ask Erased customer, or her sister Joann Lee'],
    ['Ann\nLee', 'Erased customer'],
    ['Ann Leeds and Ann', 'Ann Leeds and Ann'],
    ['call 415-555-0199 at noon', 'call [erased] at noon'],
    ['call (415) 555-0199', 'call [erased]'],
    ['+1 415.555.0199, 0014155550199, 14155550199', '[erased], [erased], [erased]'],
    ['serial 94155550199 and 41555501990', 'serial 94155550199 and 41555501990'],
    ['for LEE & sons, 9 Elm  Street, DE129273398, not 19 Elm Street or AB', 'for [erased], [erased], [erased], not 19 Elm Street or AB'],
    ['to Ann.Lee@Example.com please', 'to [erased] please'],
  ])('%j leaves %j', (text, left) => {
    expect(eraseFromText(text, traces)).toBe(left)
  })

  it('takes signs in a name as they are, and leaves alone what says nothing', () => {
    expect(eraseFromText('A+B (Ltd.) came', { names: ['A+B (Ltd.)'], phones: [{ countryCode: null, phone: '12' }], emails: [''], words: [' '] })).toBe(
      'Erased customer came',
    )
    expect(eraseFromText('12 x', { names: [' '], phones: [{ countryCode: null, phone: '12' }], emails: [], words: [] })).toBe('12 x')
  })
})

it('the name is confirmed without regard to case and spaces', () => {
  expect(isTypedName(' ann  LEE ', 'Ann Lee')).toBe(true)
  expect(isTypedName("zoe o'brien", 'Zoë O’Brien')).toBe(true)
  expect(isTypedName('Ann', 'Ann Lee')).toBe(false)
  expect(isTypedName('', 'Ann Lee')).toBe(false)
})
