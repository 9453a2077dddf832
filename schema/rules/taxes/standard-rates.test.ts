import { expect, test } from 'vitest'
import { isPercent } from '../../values/taxes/percent.ts'
import { countries } from '../../values/places/country.ts'
import { proposeRates } from './standard-rates.ts'

test('a country proposes its standard rate first; one without a single rate, and no country, propose none', () => {
  expect(proposeRates('DE')).toEqual([
    { name: 'USt.', percent: 19, category: 'standard' },
    { name: 'USt.', percent: 7, category: 'reduced' },
  ])
  expect(proposeRates('CH').map(({ percent }) => percent)).toEqual([8.1, 2.6])
  expect(proposeRates('US')).toEqual([])
  expect(proposeRates(null)).toEqual([])
})

test('every proposed rate has a name and a percentage that a tax rate may have, the standard one above the reduced', () => {
  const proposed = countries.map(proposeRates).filter((rates) => rates.length > 0)
  expect(proposed).toHaveLength(46)
  for (const [standard, reduced] of proposed) {
    expect(standard?.category).toBe('standard')
    expect(standard?.name).not.toBe('')
    expect(standard && isPercent(standard.percent)).toBe(true)
    expect(reduced?.percent ?? 0).toBeLessThan(standard?.percent ?? 0)
  }
})
