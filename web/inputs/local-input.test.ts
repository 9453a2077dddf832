import fc from 'fast-check'
import { expect, it } from 'vitest'
import { instantToLocalInput, localInputToInstant } from './local-input.ts'

it('a date-and-time input holds the local minute of an instant and gives it back', () => {
  const instant = new Date(2026, 2, 2, 14, 5).toISOString()
  expect(instantToLocalInput(instant)).toBe('2026-03-02T14:05')
  expect(localInputToInstant('2026-03-02T14:05')).toBe(instant)
})

it.each(['', 'soon', '2026-13-40T00:00'])('%j is no date', (text) => {
  expect(localInputToInstant(text)).toBe('')
})

it('nothing stays nothing', () => {
  expect(instantToLocalInput('')).toBe('')
})

it('stands on the clock of the shop, wherever it is typed (SHOP-03)', () => {
  const instant = '2026-03-02T15:30:00.000Z'
  expect(instantToLocalInput(instant, 'Asia/Tokyo')).toBe('2026-03-03T00:30')
  expect(localInputToInstant('2026-03-03T00:30', 'Asia/Tokyo')).toBe(instant)
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      fc.constantFrom('Asia/Kathmandu', 'America/Phoenix'),
      (date, zone) => {
        const minute = new Date(Math.floor(date.getTime() / 60_000) * 60_000).toISOString()
        expect(localInputToInstant(instantToLocalInput(minute, zone), zone)).toBe(minute)
      },
    ),
  )
})
