import { describe, expect, it } from 'vitest'
import { createFormat } from '#schema/rules/shop/format.ts'
import { notBefore, toClockTime, toDistance } from './time-words.ts'

const now = new Date(2026, 2, 2, 14, 5)
const at = (minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString()

describe('times', () => {
  it('show the time of day in the shop’s zone, with the day when it is another one there', () => {
    const instant = '2026-03-02T20:00:00.000Z'
    const read = (timeZone: string, atNow: string): string =>
      toClockTime(instant, createFormat({ currency: 'USD', locale: 'en-US', timeZone }, { locale: 'en-US', timeZone: 'UTC' }), new Date(atNow)).replace(
        /\s/g,
        ' ',
      )
    expect(read('UTC', '2026-03-02T23:00:00.000Z')).toBe('8:00 PM')
    expect(read('UTC', '2026-03-03T01:00:00.000Z')).toBe('Mar 2, 8:00 PM')
    expect(read('Asia/Tokyo', '2026-03-03T01:00:00.000Z')).toBe('5:00 AM')
  })

  it('tell how far away they are', () => {
    expect(toDistance(at(0), now)).toBe('just now')
    expect(toDistance(at(-0.9), now)).toBe('just now')
    expect(toDistance(at(-1), now)).toBe('1 minute ago')
    expect(toDistance(at(-119), now)).toBe('1 hour ago')
    expect(toDistance(at(-72 * 60), now)).toBe('3 days ago')
    expect(toDistance(at(0.5), now)).toBe('in a moment')
    expect(toDistance(at(300), now)).toBe('in 5 hours')
  })

  it('of past events are never shown as in the future, however old the reading of the clock is', () => {
    expect(toDistance(at(0.4), notBefore(now, at(0.4)))).toBe('just now')
    expect(toDistance(at(-3), notBefore(now, at(-3)))).toBe('3 minutes ago')
  })
})
