import { afterEach, expect, test } from 'vitest'
import { parseDatedText } from './dated-text.ts'

const before = process.env['TZ']
afterEach(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

test.each(['UTC', 'Asia/Tokyo', 'America/Toronto'])('a text is the same instant on a machine in %s', (zone) => {
  process.env['TZ'] = zone
  const instantOf = (text: string): string => new Date(parseDatedText(text)).toISOString()
  expect(instantOf('2026-03-01')).toBe('2026-03-01T00:00:00.000Z')
  for (const text of [
    '2026-03-01T09:30',
    '2026-03-01 09:30:00',
    '2026-03-01T09:30:00.000Z',
    '2026-03-01T10:30+01:00',
    '2026-03-01 04:30:00 -0500',
    '2026-03-01 09:30 UTC',
  ])
    expect(instantOf(text)).toBe('2026-03-01T09:30:00.000Z')
})

test.each(['', 'yesterday', '03/01/2026', '2026-03-01T', '2026-03-01T25:00', '2026-13-01', '2026-03-01 9:30 AM', '12026-03-01'])(
  '%j is no such text',
  (text) => {
    expect(parseDatedText(text)).toBeNaN()
  },
)
