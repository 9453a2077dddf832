import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMatchingCustomers, foldText, lastFourDigits } from './customer-match.ts'

const customer = (name: string, phone: string | null, alternatePhone: string | null = null) => ({ name, phone, alternatePhone })
const ada = customer('Ada Lovelace', '5551234567')
const bob = customer('Bob', '5550000000', '4479461234567')
const cyd = customer('Cyd', null, null)
const everyone = [ada, bob, cyd]

describe('foldText', () => {
  it.each([
    ['Ada', 'ada'],
    ['CAFÉ', 'cafe'],
    ['Łódź', 'łodz'],
    ['Ærøskøbing', 'ærøskøbing'],
    ['İstanbul', 'istanbul'],
    ['Müller-Lüdenscheidt', 'muller-ludenscheidt'],
    ['Cafe\u0301', 'cafe'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['', ''],
    ['line\nbreak\tTab', 'line\nbreak\ttab'],
  ])('%j folds to %j', (text, expected) => {
    expect(foldText(text)).toBe(expected)
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('folds every single character to a text that stays as it is', () => {
    const unstable: string[] = []
    for (let code = 0; code < 0x1_1000; code++) {
      const folded = foldText(String.fromCodePoint(code))
      if (foldText(folded) !== folded) unstable.push(code.toString(16))
    }
    expect(unstable).toEqual([])
  })

  it('gives the same for the composed and the decomposed spelling', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZéÉñÑüÜčŠžøß 12') }), (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')))
        expect(foldText(text.toUpperCase())).toBe(foldText(text.toUpperCase().toLowerCase()))
      }),
    )
  })
})

describe('lastFourDigits', () => {
  it.each([
    ['', null],
    ['123', null],
    ['1-2-3', null],
    ['1234', '1234'],
    ['555-123-4567', '4567'],
    ['(555) 123', '5123'],
  ])('%j gives %j', (typed, expected) => {
    expect(lastFourDigits(typed)).toBe(expected)
  })
})

describe('findMatchingCustomers', () => {
  it('lists those whose main or alternate phone ends with the last four digits', () => {
    expect(findMatchingCustomers(everyone, '4567')).toEqual([ada, bob])
    expect(findMatchingCustomers(everyone, '999-4567')).toEqual([ada, bob])
    expect(findMatchingCustomers(everyone, '0000')).toEqual([bob])
    expect(findMatchingCustomers(everyone, '1234')).toEqual([])
  })

  it('waits for the fourth digit', () => {
    expect(findMatchingCustomers(everyone, '567')).toEqual([])
    expect(findMatchingCustomers(everyone, '')).toEqual([])
    expect(findMatchingCustomers(everyone, 'abcd')).toEqual([])
  })

  it('stops at the limit without reading on', () => {
    let read = 0
    function* stream() {
      for (const one of [ada, bob, ada, bob]) {
        read++
        yield one
      }
    }
    expect(findMatchingCustomers(stream(), '4567', 2)).toEqual([ada, bob])
    expect(read).toBeLessThanOrEqual(3)
    expect(findMatchingCustomers(everyone, '4567', 0)).toEqual([])
  })

  it('finds exactly the phones with that ending', () => {
    const phone = fc.option(fc.string({ unit: fc.constantFrom('1', '2'), minLength: 4, maxLength: 8 }))
    const list = fc.array(fc.record({ phone, alternatePhone: phone }))
    fc.assert(
      fc.property(list, fc.string({ unit: fc.constantFrom('1', '2', '-'), maxLength: 12 }), (customers, typed) => {
        const ending = lastFourDigits(typed)
        const expected = customers.filter((one) => ending !== null && [one.phone, one.alternatePhone].some((text) => text?.slice(-4) === ending))
        expect(findMatchingCustomers(customers, typed)).toEqual(expected)
      }),
    )
  })
})
