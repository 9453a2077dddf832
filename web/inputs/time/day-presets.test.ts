import { expect, it } from 'vitest'
import { localDay } from '#schema/rules/text/calendar.ts'
import { type DayPreset, daysToLabel, duePresets, labelToDays, pastPresets } from './day-presets.ts'

const daysOf = (presets: readonly DayPreset[], today: string): Record<string, string> =>
  Object.fromEntries(
    presets.map(({ label }) => {
      const { from, to } = labelToDays(label, presets, today)
      return [label, `${from} to ${to}`]
    }),
  )

it('gives the days of each usual range of what has happened', () => {
  expect(daysOf(pastPresets, '2026-03-01')).toEqual({
    Today: '2026-03-01 to 2026-03-01',
    Yesterday: '2026-02-28 to 2026-02-28',
    'Last 7 days': '2026-02-23 to 2026-03-01',
    'This month': '2026-03-01 to 2026-03-01',
    'Last month': '2026-02-01 to 2026-02-28',
    'This year': '2026-01-01 to 2026-03-01',
  })
})

it('looks ahead for what is due', () => {
  expect(daysOf(duePresets, '2027-12-31')).toMatchObject({
    Tomorrow: '2028-01-01 to 2028-01-01',
    'Next 7 days': '2027-12-31 to 2028-01-06',
    'This month': '2027-12-01 to 2027-12-31',
  })
  expect(labelToDays('This month', duePresets, '2028-02-10').to).toBe('2028-02-29')
})

it.each([
  ['Pacific/Auckland', '2026-03-01'],
  ['America/Toronto', '2026-02-28'],
])('counts from the present day in %s', (timeZone, today) => {
  const present = localDay('2026-03-01T03:00:00Z', timeZone)
  expect(labelToDays('Today', pastPresets, present)).toEqual({ from: today, to: today })
  expect(daysToLabel({ from: today, to: today }, pastPresets, present)).toBe('Today')
})

it('names days that are a usual range', () => {
  expect(daysToLabel({ from: null, to: null }, pastPresets, '2026-03-15')).toBe('Any time')
  expect(daysToLabel({ from: '2026-03-01', to: '2026-03-15' }, pastPresets, '2026-03-15')).toBe('This month')
  expect(daysToLabel({ from: '2026-03-02', to: '2026-03-15' }, pastPresets, '2026-03-15')).toBeUndefined()
})
