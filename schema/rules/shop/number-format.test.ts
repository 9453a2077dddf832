import { expect, test } from 'vitest'
import { isNumberFormat, readCount, toDocumentNumber, toSeries } from './number-format.ts'

test('a format of numbers holds the number once, and the year at most once', () => {
  expect(['{YYYY}-{0000}', 'CN-{YYYY}-{0000}', '{0}', 'R/{0000}/{YYYY}', 'Rg. {YYYY}{000}'].filter((format) => !isNumberFormat(format))).toEqual([])
  const wrong = [
    '',
    '{YYYY}',
    '2026-0001',
    '{0000}{0000}',
    '{YYYY}{YYYY}{0000}',
    '{yyyy}-{0000}',
    '{MM}-{0000}',
    '{}',
    '{0000',
    `${'x'.repeat(40)}{0}`,
    '{0000}\n',
  ]
  expect(wrong.filter(isNumberFormat)).toEqual([])
})

test('a number has the digits that its format asks for at least, and is read by what is counted together', () => {
  const numberOf = (format: string, count: number) => toDocumentNumber(format, '2026-12-31', count)
  expect([numberOf('{YYYY}-{0000}', 7), numberOf('R/{0}/{YYYY}', 12), numberOf('{00}', 345)]).toEqual(['2026-0007', 'R/12/2026', '345'])
  expect([toSeries('{YYYY}-{0000}', '2026-12-31'), toSeries('{YYYY}-{00}', '2026-01-01'), toSeries('R/{0}/{YYYY}', '2027-01-01')]).toEqual([
    '2026-{0}',
    '2026-{0}',
    'R/{0}/2027',
  ])
  expect([readCount('2026-{0}', '2026-0007'), readCount('R/{0}/2026', 'R/12/2026'), readCount('2026-{0}', '2027-0007'), readCount('A{0}A', 'A')]).toEqual([
    7,
    12,
    undefined,
    undefined,
  ])
})
