import { describe, expect, it } from 'vitest'
import { defaultDueInstant, splitDue } from '#schema/rules/orders/due.ts'
import { chooseDate, choosePreset, chooseTime, dueToChoice, timeOptions, wallTimeLabel } from './due-choice.ts'

const clock = { now: new Date('2026-03-02T15:00:00.000Z'), timeZone: 'America/New_York' }

describe('due date choices', () => {
  it('shows tomorrow 14:00 for a new order', () => {
    expect(dueToChoice(defaultDueInstant(clock.now, clock.timeZone), clock)).toEqual({ preset: '1', date: '2026-03-03', time: '14:00' })
  })

  it('sets 17:00 when a preset is chosen', () => {
    expect(splitDue(choosePreset(7, clock), clock.timeZone)).toEqual({ date: '2026-03-09', hour: 17, minute: 0 })
  })

  it('keeps the time that a person chose when the preset changes', () => {
    expect(splitDue(choosePreset(7, clock, '10:00'), clock.timeZone)).toEqual({ date: '2026-03-09', hour: 10, minute: 0 })
    expect(splitDue(choosePreset(0, clock, '15:00'), clock.timeZone)).toEqual({ date: '2026-03-02', hour: 15, minute: 0 })
  })

  it.each([
    ['2026-03-02T22:00:00.000Z', undefined, 18, 0],
    ['2026-03-02T23:20:00.000Z', undefined, 19, 0],
    ['2026-03-02T23:20:00.000Z', '10:00', 19, 0],
    ['2026-03-03T04:30:00.000Z', undefined, 23, 59],
  ])('takes the next full hour for today when the time is over: %s %s', (now, chosen, hour, minute) => {
    const evening = { ...clock, now: new Date(now) }
    expect(splitDue(choosePreset(0, evening, chosen), clock.timeZone)).toEqual({ date: '2026-03-02', hour, minute })
  })

  it('shows a day outside the presets as a date, also one in the past', () => {
    expect(dueToChoice('2026-03-06T15:00:00.000Z', clock)).toMatchObject({ preset: 'date', date: '2026-03-06' })
    expect(dueToChoice('2026-02-27T15:00:00.000Z', clock)).toMatchObject({ preset: 'date', date: '2026-02-27' })
  })

  it('keeps the time when only the date changes, and the date when only the time changes', () => {
    const due = '2026-03-03T13:30:00.000Z'
    expect(splitDue(chooseDate(due, '2026-03-20', clock), clock.timeZone)).toEqual({ date: '2026-03-20', hour: 8, minute: 30 })
    expect(splitDue(chooseTime(due, '21:00', clock), clock.timeZone)).toEqual({ date: '2026-03-03', hour: 21, minute: 0 })
  })

  it('leaves the due date unchanged while the typed date is incomplete', () => {
    expect(chooseDate('2026-03-03T13:30:00.000Z', '', clock)).toBe('2026-03-03T13:30:00.000Z')
  })

  it('offers 9 AM to 9 PM, and a stored time outside of these as one option more, in order', () => {
    expect(timeOptions('14:00')).toHaveLength(13)
    expect(timeOptions('08:30', wallTimeLabel)[0]).toEqual({ value: '08:30', label: '8:30 AM' })
    expect(timeOptions('22:00', wallTimeLabel).at(-1)).toEqual({ value: '22:00', label: '10 PM' })
  })

  it('has nothing chosen without a due date', () => {
    expect(dueToChoice('', clock)).toEqual({ preset: '', date: '', time: '' })
    expect(chooseTime('', '14:00', clock)).toBe('')
  })
})
