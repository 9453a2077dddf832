import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { texts } from '../../language/compiled/inputs/inputs-en.ts'
import { localDay } from '../text/calendar.ts'
import {
  daysUntilDue,
  defaultDueInstant,
  dueDays,
  dueHours,
  dueLabel,
  duePresets,
  hourLabel,
  joinDue,
  presetDefaultHour,
  presetToInstant,
  readLate,
  splitDue,
} from './due.ts'

const zones = ['UTC', 'Europe/London', 'America/New_York', 'America/Los_Angeles', 'Pacific/Auckland', 'Pacific/Apia', 'Asia/Kathmandu', 'America/St_Johns']
const zone = fc.constantFrom(...zones)
const date = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })

describe('the offered presets and hours', () => {
  it('are the documented ones', () => {
    expect(duePresets).toEqual([0, 1, 2, 3, 5, 7, 14, 21, 28])
    expect(presetDefaultHour).toBe(17)
  })

  it('run from 9 AM to 9 PM', () => {
    expect(dueHours).toHaveLength(13)
    expect(dueHours.map(hourLabel)).toEqual(['9 AM', '10 AM', '11 AM', '12 PM', '1 PM', '2 PM', '3 PM', '4 PM', '5 PM', '6 PM', '7 PM', '8 PM', '9 PM'])
    expect([0, 1, 23].map(hourLabel)).toEqual(['12 AM', '1 AM', '11 PM'])
  })
})

describe('presetToInstant', () => {
  it.each([
    ['the same day', 0, 17, '2026-05-10T12:00:00.000Z', 'UTC', '2026-05-10T17:00:00.000Z'],
    ['the local day, not the UTC day', 0, 17, '2026-05-11T02:00:00.000Z', 'America/New_York', '2026-05-10T21:00:00.000Z'],
    ['over the start of summer time', 1, 14, '2026-03-28T12:00:00.000Z', 'Europe/London', '2026-03-29T13:00:00.000Z'],
    ['over its end', 1, 14, '2026-10-24T12:00:00.000Z', 'Europe/London', '2026-10-25T14:00:00.000Z'],
    ['a week over a change', 7, 9, '2026-03-05T15:00:00.000Z', 'America/New_York', '2026-03-12T13:00:00.000Z'],
    ['onto a leap day', 1, 17, '2024-02-28T12:00:00.000Z', 'UTC', '2024-02-29T17:00:00.000Z'],
    ['past a missing leap day', 1, 17, '2023-02-28T12:00:00.000Z', 'UTC', '2023-03-01T17:00:00.000Z'],
    ['over the year', 28, 21, '2025-12-31T12:00:00.000Z', 'Pacific/Auckland', '2026-01-29T08:00:00.000Z'],
    ['onto a day that does not exist', 1, 17, '2011-12-29T20:00:00.000Z', 'Pacific/Apia', '2011-12-31T03:00:00.000Z'],
  ])('finds %s', (_case, days, hour, now, timeZone, expected) => {
    expect(presetToInstant({ days, hour, now: new Date(now), timeZone })).toBe(expected)
  })

  it('always shows the chosen hour on the chosen day', () => {
    fc.assert(
      fc.property(date, zone, fc.constantFrom(...duePresets), fc.constantFrom(...dueHours), (now, timeZone, preset, hour) => {
        const due = presetToInstant({ days: preset, hour, now, timeZone })
        fc.pre(!(timeZone === 'Pacific/Apia' && localDay(due, timeZone) === '2011-12-31'))
        expect(splitDue(due, timeZone)).toMatchObject({ hour, minute: 0 })
        expect(daysUntilDue(due, now, timeZone)).toBe(preset)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('defaultDueInstant', () => {
  it('is tomorrow 14:00 on the clock of the zone', () => {
    expect(defaultDueInstant(new Date('2026-05-10T12:00:00.000Z'), 'UTC')).toBe('2026-05-11T14:00:00.000Z')
    expect(defaultDueInstant(new Date('2026-05-11T03:00:00.000Z'), 'America/New_York')).toBe('2026-05-11T18:00:00.000Z')
    fc.assert(
      fc.property(date, zone, (now, timeZone) => {
        fc.pre(localDay(now.toISOString(), timeZone) !== '2011-12-29')
        const due = defaultDueInstant(now, timeZone)
        expect(splitDue(due, timeZone)).toMatchObject({ hour: 14, minute: 0 })
        expect(daysUntilDue(due, now, timeZone)).toBe(1)
      }),
    )
  })
})

describe('daysUntilDue', () => {
  it.each([
    ['2026-05-10T23:59:00.000Z', 0],
    ['2026-05-10T00:00:00.000Z', 0],
    ['2026-05-11T00:00:00.000Z', 1],
    ['2026-05-09T23:59:59.999Z', -1],
    ['2026-08-17T12:00:00.000Z', 99],
    ['2026-08-18T12:00:00.000Z', 99],
    ['2036-01-01T12:00:00.000Z', 99],
    ['2025-05-10T12:00:00.000Z', -365],
  ])('%s is %d days from 2026-05-10', (due, expected) => {
    expect(daysUntilDue(due, new Date('2026-05-10T12:00:00.000Z'), 'UTC')).toBe(expected)
  })
})

describe('dueLabel', () => {
  const now = new Date('2026-05-10T12:00:00.000Z')
  const words = (timeZone: string) => ({ timeZone, formatTime: (instant: string) => instant.slice(11, 16), texts })
  it.each([
    [null, ''],
    ['2026-05-10T11:59:59.999Z', 'Overdue - was due today by 11:59'],
    ['2026-05-10T00:00:00.000Z', 'Overdue - was due today by 00:00'],
    ['2026-05-09T23:00:00.000Z', 'Overdue - was due 1 day ago'],
    ['2026-05-08T12:00:00.000Z', 'Overdue - was due 2 days ago'],
    ['2026-01-10T12:00:00.000Z', 'Overdue - was due 120 days ago'],
    ['2026-05-10T12:00:00.000Z', 'Complete today by 12:00'],
    ['2026-05-10T23:59:00.000Z', 'Complete today by 23:59'],
    ['2026-05-11T00:00:00.000Z', 'Complete tomorrow by 00:00'],
    ['2026-05-11T14:00:00.000Z', 'Complete tomorrow by 14:00'],
    ['2026-05-12T09:00:00.000Z', 'Complete in 2 days by 09:00'],
    ['2027-05-12T09:00:00.000Z', 'Complete in 99 days by 09:00'],
  ])('%s reads %j', (due, expected) => {
    expect(dueLabel(due, now, words('UTC'))).toBe(expected)
  })

  it('goes by the calendar of the zone', () => {
    expect(dueLabel('2026-05-11T02:00:00.000Z', now, words('America/New_York'))).toBe('Complete today by 02:00')
    expect(dueLabel('2026-05-10T11:00:00.000Z', now, words('Pacific/Auckland'))).toBe('Overdue - was due 1 day ago')
  })

  it('says overdue exactly when the due time has passed', () => {
    fc.assert(
      fc.property(date, date, zone, (due, at, timeZone) => {
        const label = dueLabel(due.toISOString(), at, words(timeZone))
        expect(label.startsWith('Overdue')).toBe(due.getTime() < at.getTime())
      }),
      { numRuns: 500 },
    )
  })
})

describe('splitDue and joinDue', () => {
  it.each([
    ['2026-07-01T13:30:00.000Z', 'America/New_York', { date: '2026-07-01', hour: 9, minute: 30 }],
    ['2026-01-01T04:15:00.000Z', 'America/New_York', { date: '2025-12-31', hour: 23, minute: 15 }],
    ['2026-01-01T04:15:00.000Z', 'Asia/Kathmandu', { date: '2026-01-01', hour: 10, minute: 0 }],
    ['2024-02-28T12:00:00.000Z', 'Pacific/Auckland', { date: '2024-02-29', hour: 1, minute: 0 }],
  ])('%s in %s is %j, and back', (instant, timeZone, parts) => {
    expect(splitDue(instant, timeZone)).toEqual(parts)
    expect(joinDue(parts, timeZone)).toBe(instant)
  })

  it('take the first of two times and move a skipped one behind the gap', () => {
    expect(joinDue({ date: '2026-10-25', hour: 1, minute: 30 }, 'Europe/London')).toBe('2026-10-25T00:30:00.000Z')
    expect(joinDue({ date: '2026-03-29', hour: 1, minute: 30 }, 'Europe/London')).toBe('2026-03-29T01:30:00.000Z')
    expect(joinDue({ date: '2026-03-08', hour: 2 }, 'America/New_York')).toBe('2026-03-08T07:00:00.000Z')
  })

  it('give back what was split, to the minute', () => {
    fc.assert(
      fc.property(date, zone, (due, timeZone) => {
        const parts = splitDue(due.toISOString(), timeZone)
        expect(splitDue(joinDue(parts, timeZone), timeZone)).toEqual(parts)
      }),
      { numRuns: 1000 },
    )
  })

  it('refuse a date that does not exist', () => {
    expect(() => joinDue({ date: '2023-02-29', hour: 9 }, 'UTC')).toThrow(RangeError)
    expect(() => splitDue('', 'UTC')).toThrow(RangeError)
  })
})

describe('what is late (DAY-05)', () => {
  const now = new Date('2026-03-10T15:30:00.000Z')

  it('says by how many days or hours, and is the trouble of today for a week', () => {
    expect(readLate('2026-03-08T23:00:00.000Z', now, 'UTC', texts)).toEqual({ text: '2 d late', isRecent: true })
    expect(readLate('2026-03-10T12:00:00.000Z', now, 'UTC', texts)).toEqual({ text: '3 h late', isRecent: true })
    expect(readLate('2026-03-10T15:00:00.000Z', now, 'UTC', texts)).toEqual({ text: 'late', isRecent: true })
    expect(readLate('2026-03-02T12:00:00.000Z', now, 'UTC', texts)).toEqual({ text: '8 d late', isRecent: false })
  })

  it('is what was promised for an earlier day of the shop', () => {
    expect(dueDays('today', now, 'UTC')).toEqual({ from: '2026-03-10', to: '2026-03-10' })
    expect(dueDays('late', now, 'UTC')).toEqual({ from: null, to: '2026-03-09' })
    expect(dueDays('today', now, 'Asia/Tokyo')).toEqual({ from: '2026-03-11', to: '2026-03-11' })
  })
})
