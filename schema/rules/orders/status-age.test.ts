import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDay } from '../text/calendar.ts'
import { ageBand, ageBandDays, ageTone, daysSince, olderThanDays, statusColorsDefault, statusColorsWithoutConfig } from './status-age.ts'

describe('status colours', () => {
  it('are 2 and 7 without a loaded configuration, 2 and 5 in settings', () => {
    expect(statusColorsWithoutConfig).toEqual({ greenEnd: 2, yellowEnd: 7 })
    expect(statusColorsDefault).toEqual({ greenEnd: 2, yellowEnd: 5 })
  })

  it.each([
    [0, 'green', 'green'],
    [2, 'green', 'green'],
    [3, 'yellow', 'yellow'],
    [5, 'yellow', 'yellow'],
    [6, 'yellow', 'red'],
    [7, 'yellow', 'red'],
    [8, 'red', 'red'],
    [400, 'red', 'red'],
  ] as const)('after %d days: %s without configuration, %s by the default', (days, withoutConfig, byDefault) => {
    expect(ageBand(days, statusColorsWithoutConfig)).toBe(withoutConfig)
    expect(ageBand(days, statusColorsDefault)).toBe(byDefault)
  })

  it('go from green over yellow to red, each end inside its own band', () => {
    const limits = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 20 }))
    fc.assert(
      fc.property(limits, ([greenEnd, width]) => {
        const colors = { greenEnd, yellowEnd: greenEnd + width }
        expect(ageBand(0, colors)).toBe('green')
        expect(ageBand(greenEnd, colors)).toBe('green')
        expect(ageBand(greenEnd + 1, colors)).toBe('yellow')
        expect(ageBand(colors.yellowEnd, colors)).toBe('yellow')
        expect(ageBand(colors.yellowEnd + 1, colors)).toBe('red')
      }),
    )
  })

  it('turn neutral for finished orders of any age', () => {
    fc.assert(
      fc.property(fc.nat(1000), (days) => {
        expect(ageTone(days, statusColorsDefault, true)).toBe('neutral')
        expect(ageTone(days, statusColorsDefault, false)).toBe(ageBand(days, statusColorsDefault))
      }),
    )
  })
})

describe('daysSince', () => {
  it.each([
    ['two minutes over midnight', '2026-06-10T03:59:00.000Z', '2026-06-10T04:01:00.000Z', 'America/New_York', 1],
    ['nearly 24 hours of the same day', '2026-06-10T04:00:00.000Z', '2026-06-11T03:59:59.999Z', 'America/New_York', 0],
    ['the same two instants in UTC', '2026-06-10T04:00:00.000Z', '2026-06-11T03:59:59.999Z', 'UTC', 1],
    ['the 23-hour day of spring', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z', 'Europe/London', 1],
    ['the 25-hour day of autumn', '2026-10-24T23:00:00.000Z', '2026-10-25T23:59:00.000Z', 'Europe/London', 0],
    ['a leap day', '2024-02-28T12:00:00.000Z', '2024-03-01T12:00:00.000Z', 'UTC', 2],
    ['the day that Samoa skipped', '2011-12-29T20:00:00.000Z', '2011-12-30T20:00:00.000Z', 'Pacific/Apia', 2],
    ['an instant ahead of this clock', '2026-06-12T12:00:00.000Z', '2026-06-10T12:00:00.000Z', 'UTC', 0],
  ])('counts calendar days: %s', (_case, since, now, timeZone, expected) => {
    expect(daysSince(since, new Date(now), timeZone)).toBe(expected)
  })

  it('is never negative', () => {
    const date = fc.date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(date, date, (since, now) => {
        expect(daysSince(since.toISOString(), now, 'Pacific/Auckland')).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('the days of an age', () => {
  const zone = fc.constantFrom('UTC', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu')
  const colors = fc.tuple(fc.nat(9), fc.nat(9)).map(([greenEnd, more]) => ({ greenEnd, yellowEnd: greenEnd + more }))
  const date = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-02-20'), noInvalidDate: true })

  it('hold exactly the orders that the list shows in its color', () => {
    fc.assert(
      fc.property(date, date, colors, zone, (since, now, limits, timeZone) => {
        const day = localDay(since.toISOString(), timeZone)
        const bands = (['green', 'yellow', 'red'] as const).filter((band) => {
          const { from, to } = ageBandDays(band, limits, now, timeZone)
          return (from === null || day >= from) && (to === null || day <= to)
        })
        expect(bands).toEqual([ageBand(daysSince(since.toISOString(), now, timeZone), limits)])
      }),
    )
  })

  it('leave out orders of just so many days', () => {
    const now = new Date('2026-03-10T02:00:00.000Z')
    expect(olderThanDays(5, now, 'UTC')).toEqual({ from: null, to: '2026-03-04' })
    expect(olderThanDays(5, now, 'America/New_York')).toEqual({ from: null, to: '2026-03-03' })
  })
})
