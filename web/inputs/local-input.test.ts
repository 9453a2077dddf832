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
