import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTicket, toShortCode, toTicket } from './ticket.ts'

const prefixes = fc.stringMatching(/^[A-Z0-9/-]{0,6}$/)
const numbers = fc.integer({ min: 1, max: 1_000_000_000 })

describe('a ticket (NUM-02)', () => {
  test('is prefix and number, and reads back as its number, among earlier prefixes too', () => {
    fc.assert(
      fc.property(fc.array(prefixes, { maxLength: 4 }), prefixes, numbers, (others, prefix, number) => {
        expect(readTicket(toTicket(prefix, number), [prefix, ...others])[0]).toBe(number)
        expect(readTicket(toTicket(prefix, number), [...others, prefix])).toContain(number)
      }),
    )
  })

  test('is found without its prefix, in small letters, with blanks and a number sign', () => {
    for (const typed of ['H-1042', 'h-1042', ' h- 1042 ', 'h1042', 'H 1042', 'H – 1042', 'h/1042', '#H1042', '1042', '#1042'])
      expect(readTicket(typed, ['H-'])).toEqual([1042])
  })

  test.each([
    ['LAB/', ['lab7', 'LAB 7', 'lab-7']],
    ['A-B/', ['ab7', 'A B 7', 'a-b-7']],
    ['-', ['-7', ' - 7']],
    ['', ['7']],
  ])('with the prefix %j is read as it is typed', (prefix, typed) => {
    for (const one of typed) expect(readTicket(one, [prefix])).toEqual([7])
  })

  test('may be read in several ways where a prefix ends in digits, with the present prefix first', () => {
    expect(readTicket('A123', ['A', 'A1'])).toEqual([123, 23])
    expect(readTicket('A123', ['A1', 'A'])).toEqual([23, 123])
  })

  test('is no other text', () => {
    for (const typed of ['', 'H-', 'H-0', 'X-1042', '10.42', '-5', '10 42', '555-0199', '12345678901', 'H-1042x']) expect(readTicket(typed, ['H-'])).toEqual([])
  })

  test('has a short code of the order while the number is not known', () => {
    expect(toShortCode('0198c3a2-7b1e-7c33-9d1e-5f0a9bc0de12')).toBe('C0DE12')
  })
})
