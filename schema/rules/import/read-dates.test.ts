import { describe, expect, test } from 'vitest'
import { dateToOrder, readDate } from './read-dates.ts'

/** In Berlin, where the day's noon is 11:00 or in summer 10:00 in UTC. */
const read = (text: string, order: 'day-first' | 'month-first' = 'day-first') => readDate(text, { order, timeZone: 'Europe/Berlin' })

const noon = '2026-03-04T11:00:00.000Z'
const afternoon = '2026-03-04T13:05:00.000Z'

/** By what they are, dates as people, programs and spreadsheets write them. */
const texts: readonly (readonly [string | null, readonly string[]])[] = [
  [
    noon,
    [
      '2026-03-04',
      '2026-3-4',
      '2026/3/4',
      '2026.03.04',
      '20260304',
      '46085',
      '46085.0',
      '4/3/2026',
      '04.03.26',
      '4-3-2026',
      '4. 3. 2026',
      '04-Mar-26',
      '04-Mar-2026',
      '04/Mar/2026',
      '4 Mar 2026',
      '2026-Mar-04',
      'Mar 4, 2026',
      'March 4th, 2026',
      'Wed, 4th March 2026',
      '4 of March 2026',
      '4 März 2026',
      '4. März 2026',
      'Mittwoch, den 4. März 2026',
      'Mi., 04.03.2026',
      '4 mars 2026',
      'mercredi 4 mars 2026',
      'mar. 4 mars 2026',
      '4 de marzo de 2026',
      'miércoles, 4 de marzo de 2026',
      '4 de março de 2026',
      'quarta-feira, 4 de março de 2026',
      '4 marzo 2026',
      'mercoledì 4 marzo 2026',
      '4 maart 2026',
      '4 mrt. 2026',
    ],
  ],
  [
    afternoon,
    [
      '2026-03-04 14:05',
      '2026-03-04T14:05:00',
      '2026-03-04T14:05:30.250',
      '2026-03-04T13:05:00Z',
      '2026-03-04 13:05:00 UTC',
      '2026-03-04T14:05:00+01:00',
      '2026-03-04 09:05:00 -0400',
      '20260304T140500',
      '20260304140500',
      '4/3/2026 2:05 pm',
      '4/3/2026, 2:05 PM',
      '04.03.26 14:05 Uhr',
      '4. März 2026 um 14:05 Uhr',
      '4 mars 2026 à 14h05',
      '4 de marzo de 2026 a las 2:05 p. m.',
      '4 de março de 2026 às 14:05',
      '4 marzo 2026 alle 14:05',
      '4 maart 2026 om 14:05',
      '46085.586805556',
    ],
  ],
  ['2026-03-03T23:05:00.000Z', ['4/3/2026 12:05 am', '2026-03-04 00:05']],
  ['2026-07-04T10:00:00.000Z', ['4 juil. 2026', '4 julio 2026', '4-Jul-26', '4 luglio 2026']],
  ['1999-12-31T11:00:00.000Z', ['31.12.99', '31-Dec-99']],
  [
    null,
    [
      '',
      'soon',
      'about 4/3/2026',
      '2026-02-31',
      '31/2/2026',
      '2026-02-31 10:00',
      '4/13/2026',
      '4 jui 2026',
      '4/3/2026 5',
      '4/3/2026 25:00',
      '2026',
      '26',
      '0026-03-04',
      '4/3/0026',
      '1899-12-30',
      '30.12.1899 00:00',
      '1/0/1900',
      '1970-01-01',
      '0000-00-00',
      '12345',
      '123456',
      '2150-01-01',
      `4/3/2026${' '.repeat(100)}`,
    ],
  ],
]

describe('a date', () => {
  test.each(texts)('%s', (instant, some) => {
    expect(some.map((text) => [text, read(text)])).toEqual(some.map((text) => [text, instant]))
  })

  test('has the order of its column, and is none where it cannot', () => {
    expect(read('4/3/2026', 'month-first')).toBe('2026-04-03T10:00:00.000Z')
    expect(read('13/3/2026', 'month-first')).toBe(null)
    expect(read('2026-03-04', 'month-first')).toBe(noon)
  })

  test.each([
    ['13/3/2026', 'day-first'],
    ['Wed 3/13/26', 'month-first'],
    ['4/3/2026 10:00', 'either'],
    ['3/3/2026', undefined],
    ['4.3.2026', 'dots'],
    ['2026-03-04', undefined],
    ['4 March 2026', undefined],
    ['soon', undefined],
  ])('%s says of the order of its column: %s', (text, order) => {
    expect(dateToOrder(text)).toBe(order)
  })
})
