import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCachedZones, dayNumberToText, dayTextToNumber, dayToInstantRange, isValidTimeZone, localDay, wallToInstantMs, zoneOffsetMs } from './calendar.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const zones = [
  'UTC',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
]
const zone = fc.constantFrom(...zones)
const changes = [
  '2026-03-29T01:00:00.000Z',
  '2026-10-25T01:00:00.000Z',
  '2026-03-08T07:00:00.000Z',
  '2026-11-01T06:00:00.000Z',
  '2026-04-04T14:00:00.000Z',
  '2026-09-26T14:00:00.000Z',
  '2011-12-30T10:00:00.000Z',
  '2018-11-04T03:00:00.000Z',
  '2006-10-29T02:31:00.000Z',
  '2024-03-30T22:00:00.000Z',
  '2026-10-03T15:30:00.000Z',
  '2026-04-04T15:00:00.000Z',
].map((text) => Date.parse(text))
const anyMs = fc.integer({ min: Date.parse('1970-01-01T00:00:00.000Z'), max: Date.parse('2060-01-01T00:00:00.000Z') })
const nearChangeMs = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -2 * dayMs, max: 2 * dayMs })).map(([change, shift]) => change + shift)
const instantMs = fc.oneof(anyMs, nearChangeMs)

function slowLocalDay(ms: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const part = (type: string) => format.formatToParts(ms).find((one) => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}
const iso = (ms: number) => new Date(ms).toISOString()

describe('localDay', () => {
  it.each([
    ['2026-01-01T04:59:59.999Z', 'America/New_York', '2025-12-31'],
    ['2026-01-01T05:00:00.000Z', 'America/New_York', '2026-01-01'],
    ['2026-07-01T03:59:59.999Z', 'America/New_York', '2026-06-30'],
    ['2026-07-01T04:00:00.000Z', 'America/New_York', '2026-07-01'],
    ['2026-06-30T22:59:59.999Z', 'Europe/London', '2026-06-30'],
    ['2026-06-30T23:00:00.000Z', 'Europe/London', '2026-07-01'],
    ['2026-01-01T11:00:00.000Z', 'Pacific/Auckland', '2026-01-02'],
    ['2026-07-01T11:59:59.999Z', 'Pacific/Auckland', '2026-07-01'],
    ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31'],
    ['2024-02-29T12:00:00.000Z', 'UTC', '2024-02-29'],
    ['2023-03-01T00:00:00.000Z', 'America/New_York', '2023-02-28'],
    ['2024-03-01T00:00:00.000Z', 'America/New_York', '2024-02-29'],
    ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31'],
    ['1950-01-01T00:44:00.000Z', 'Africa/Monrovia', '1949-12-31'],
    ['0001-01-01T00:00:00.000Z', 'UTC', '0001-01-01'],
    ['9999-12-31T23:59:59.999Z', 'UTC', '9999-12-31'],
  ])('%s in %s is %s', (instant, timeZone, expected) => {
    expect(localDay(instant, timeZone)).toBe(expected)
  })

  it('knows the one minute of a day before the clock went back over midnight', () => {
    // St. John's 2006-10-29: midnight is at 02:30Z, and at 02:31Z the clock returns to 23:01 of the 28th.
    expect(localDay('2006-10-29T02:29:59.999Z', 'America/St_Johns')).toBe('2006-10-28')
    expect(localDay('2006-10-29T02:30:00.000Z', 'America/St_Johns')).toBe('2006-10-29')
    expect(localDay('2006-10-29T02:31:00.000Z', 'America/St_Johns')).toBe('2006-10-28')
    expect(localDay('2006-10-29T03:30:00.000Z', 'America/St_Johns')).toBe('2006-10-29')
  })

  it('agrees with an independent reading in every zone', () => {
    fc.assert(
      fc.property(instantMs, zone, (ms, timeZone) => {
        expect(localDay(iso(ms), timeZone)).toBe(slowLocalDay(ms, timeZone))
      }),
      { numRuns: 1500 },
    )
  })

  it('refuses what is no instant or no zone', () => {
    expect(() => localDay('soon', 'UTC')).toThrow(RangeError)
    expect(() => localDay('2026-01-01T00:00:00.000Z', 'Mars/Base')).toThrow(RangeError)
  })
})

describe('zoneOffsetMs', () => {
  it.each([
    ['2026-01-15T00:00:00.000Z', 'America/New_York', -5],
    ['2026-07-15T00:00:00.000Z', 'America/New_York', -4],
    ['2026-07-15T00:00:00.000Z', 'Asia/Kathmandu', 5.75],
    ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', -10],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', 14],
    ['2026-07-15T00:00:00.000Z', 'UTC', 0],
  ])('at %s in %s is %d hours', (instant, timeZone, hours) => {
    expect(zoneOffsetMs(Date.parse(instant), timeZone)).toBe(hours * hourMs)
  })

  it.each(zones)('finds every change of %s to the millisecond, whatever was asked before', (timeZone) => {
    for (const change of changes) {
      const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' })
      const name = (ms: number) => format.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value
      const moved = name(change - 1) !== name(change)
      expect(zoneOffsetMs(change - 1, timeZone) !== zoneOffsetMs(change, timeZone)).toBe(moved)
    }
  })
})

describe('isValidTimeZone', () => {
  it.each(['UTC', 'Europe/London', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('%s is one', (name) => {
    expect(isValidTimeZone(name)).toBe(true)
    expect(isValidTimeZone(name)).toBe(true)
  })

  it.each(['', ' ', 'Mars/Base', '+05:00', '-08', 'Europe/London;', 'local', "'; drop table", '__proto__'])('%j is none', (name) => {
    expect(isValidTimeZone(name)).toBe(false)
  })
})

describe('dayToInstantRange', () => {
  it.each([
    ['2026-03-29', 'Europe/London', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z'],
    ['2026-10-25', 'Europe/London', '2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['2026-09-27', 'Pacific/Auckland', '2026-09-26T12:00:00.000Z', '2026-09-27T11:00:00.000Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ['1919-03-31', 'America/Toronto', '1919-03-31T04:30:00.000Z', '1919-04-01T04:00:00.000Z'],
    ['2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
  ])('%s in %s runs from %s to %s', (day, timeZone, fromInstant, toInstantExclusive) => {
    expect(dayToInstantRange(day, day, timeZone)).toEqual({ fromInstant, toInstantExclusive })
  })

  it('leaves open what is open', () => {
    expect(dayToInstantRange(null, null, 'UTC')).toEqual({ fromInstant: null, toInstantExclusive: null })
    expect(dayToInstantRange('2026-05-01', null, 'UTC').toInstantExclusive).toBeNull()
    expect(dayToInstantRange(null, '9999-12-31', 'UTC').toInstantExclusive).toBeNull()
  })

  it.each(['2026-02-30', '2023-02-29', '2026-13-01', '2026-1-1', 'today', ''])('refuses %j', (day) => {
    expect(() => dayToInstantRange(day, null, 'UTC')).toThrow(RangeError)
    expect(() => dayToInstantRange(null, day, 'UTC')).toThrow(RangeError)
  })

  it('holds exactly the instants whose local day is among the days', () => {
    const dayShift = fc.integer({ min: -2, max: 2 })
    fc.assert(
      fc.property(instantMs, zone, dayShift, dayShift, (ms, timeZone, fromShift, toShift) => {
        const day = dayTextToNumber(localDay(iso(ms), timeZone))
        const from = dayNumberToText(day + fromShift)
        const to = dayNumberToText(day + toShift)
        const range = dayToInstantRange(from, to, timeZone)
        const inRange = iso(ms) >= (range.fromInstant ?? '') && iso(ms) < (range.toInstantExclusive ?? '~')
        // St. John's until 2011 set its clock back over midnight, so no single range fits.
        if (timeZone !== 'America/St_Johns') expect(inRange).toBe(fromShift <= 0 && toShift >= 0)
      }),
      { numRuns: 1500 },
    )
  })
})

describe('wallToInstantMs', () => {
  it('is the inverse of adding the offset, save for the second showing of a repeated hour', () => {
    fc.assert(
      fc.property(instantMs, zone, (ms, timeZone) => {
        const wall = ms + zoneOffsetMs(ms, timeZone)
        const found = wallToInstantMs(wall, timeZone)
        expect(found + zoneOffsetMs(found, timeZone)).toBe(wall)
        expect(found).toBeLessThanOrEqual(ms)
      }),
      { numRuns: 1500 },
    )
  })

  it('moves a skipped time behind the gap', () => {
    const skipped = Date.parse('2026-03-29T01:30:00.000Z')
    expect(iso(wallToInstantMs(skipped, 'Europe/London'))).toBe('2026-03-29T01:30:00.000Z')
    const noDay = Date.parse('2011-12-30T12:00:00.000Z')
    expect(localDay(iso(wallToInstantMs(noDay, 'Pacific/Apia')), 'Pacific/Apia')).toBe('2011-12-31')
  })
})

describe('what is remembered of zones', () => {
  it('is little, however many names and spellings are asked for', () => {
    const spell = (name: string, index: number) =>
      [...name].map((letter, place) => ((index >> place) % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join('')
    for (let index = 0; index < 8_000; index++) expect(localDay('2026-03-01T23:30:00.000Z', spell('Europe/Berlin', index))).toBe('2026-03-02')
    expect(countCachedZones().spellings).toBeLessThanOrEqual(1_000)
    const before = countCachedZones().zones
    for (const timeZone of Intl.supportedValuesOf('timeZone')) expect(isValidTimeZone(timeZone)).toBe(true)
    expect(before).toBeLessThanOrEqual(32)
    expect(countCachedZones()).toEqual({ zones: 32, spellings: expect.any(Number) as number })
    expect(localDay('2026-03-01T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-03-02')
  })
})

describe('day numbers', () => {
  it('count every day once', () => {
    expect(dayTextToNumber('1970-01-01')).toBe(0)
    expect(dayTextToNumber('2024-03-01') - dayTextToNumber('2024-02-28')).toBe(2)
    fc.assert(
      fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (number) => {
        expect(dayTextToNumber(dayNumberToText(number))).toBe(number)
      }),
    )
  })
})
