import { expect, test } from 'vitest'
import { toWhen } from './message-words.ts'

const createdAt = '2026-03-02T10:00:00.000Z'
const at = (now: string, anyHour = false, timeZone = 'UTC'): string =>
  toWhen({ createdAt, anyHour }, { now: new Date(now), timeZone, dateTime: (instant) => instant })

test('a text of a status says the seconds that the server still holds it', () => {
  expect(at('2026-03-02T10:00:00.400Z')).toBe('goes in 60 s')
  expect(at('2026-03-02T10:00:18.000Z')).toBe('goes in 42 s')
  expect(at('2026-03-02T10:01:00.000Z')).toBe('is going')
})

test('at night it says when the quiet hours end, unless somebody sends it at once', () => {
  expect(at('2026-03-02T10:00:00.000Z', false, 'Asia/Tokyo')).toBe('goes in 60 s')
  expect(at('2026-03-02T10:00:00.000Z', false, 'America/Los_Angeles')).toBe('goes 2026-03-02T16:00:00.000Z')
  expect(at('2026-03-02T10:00:30.000Z', true, 'America/Los_Angeles')).toBe('is going')
})
