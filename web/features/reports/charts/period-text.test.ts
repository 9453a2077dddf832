import { expect, test } from 'vitest'
import { listPeriods, type PeriodUnit } from '#schema/rules/charts/periods.ts'
import { createPeriodText } from './period-text.ts'

const textsOf = (locale: string, from: string, to: string, unit: PeriodUnit): string[] => {
  const bars = listPeriods(from, to, unit)
  return bars.map((bar) => createPeriodText(locale, bars)(bar, unit).replaceAll(/[\u2009\u202F]/g, ' '))
}

test('bars are named by month, week or day, with the year only where they lie in several years', () => {
  expect(textsOf('en-GB', '2026-05-10', '2026-06-20', 'month')).toEqual(['May', 'Jun'])
  expect(textsOf('en-GB', '2025-12-31', '2026-01-01', 'month')).toEqual(['Dec 2025', 'Jan 2026'])
  expect(textsOf('en-GB', '2026-06-01', '2026-06-01', 'week')).toEqual(['1 – 7 Jun'])
  expect(textsOf('de-DE', '2026-06-03', '2026-06-03', 'day')).toEqual(['3. Juni'])
})
