import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isShortCode, mayNameOrder } from './ticket-search.ts'
import { readTicket, toPrintedTicket, toShortCode, toTicket } from './ticket.ts'

const anyPrefix = fc.stringMatching(/^[A-Z0-9/-]{0,6}$/)
const anyNumber = fc.integer({ min: 1, max: 999_999_999 })

describe('a searched ticket (NUM-08)', () => {
  it('is read with its prefix, without it, in any case, and with a # in front', () => {
    fc.assert(
      fc.property(anyPrefix, anyNumber, (prefix, number) => {
        for (const typed of [toTicket(prefix, number), String(number), toTicket(prefix, number).toLowerCase(), `#${number}`])
          expect(readTicket(typed, [prefix])).toContain(number)
      }),
    )
  })

  it('is read with an earlier prefix that the shop had, and no other', () => {
    expect(readTicket('b-17', ['H-', 'B-'])).toEqual([17])
    expect(readTicket('KX/17', ['H-', 'B-'])).toEqual([])
    expect(readTicket('555-0199', ['H-', 'B-'])).toEqual([])
  })

  it('is no word of a device', () => {
    for (const word of ['iphone12', 'iphone-12', 's21', 'h-', '-', '0', 'h-0', '12345678901', '2026-0012', 'rd-1042/2'])
      expect(readTicket(word, ['H-'])).toEqual([])
  })

  it('may be the short code of an order', () => {
    const id = '0197f1a2-0000-7000-8000-0000009afe01'
    expect(toShortCode(id)).toBe('9AFE01')
    expect(isShortCode('9afe01')).toBe(true)
    expect(mayNameOrder('9AFE01', ['H-'])).toBe(true)
    for (const word of ['9afe0', '9afe012', 'screen']) expect(mayNameOrder(word, ['H-'])).toBe(false)
  })
})

it('paper shows the ticket, and the short code while there is no number (NUM-05)', () => {
  const id = '0197f1a2-0000-7000-8000-0000009afe01'
  expect(toPrintedTicket({ id, number: 1042 }, 'H-')).toBe('H-1042')
  expect(toPrintedTicket({ id, number: null }, 'H-')).toBe('9AFE01')
})
