import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
})

function draw(parameters: fc.Parameters<[number]> = {}): number[] {
  const drawn: number[] = []
  const property = fc.property(fc.nat(), (value) => void drawn.push(value))
  fc.assert(property, parameters)
  return drawn
}

it('a property draws the same cases each time', () => {
  expect(draw()).toEqual(draw())
})

it('a property draws the number of cases that it says, or 100, times FC_RUNS', () => {
  vi.stubEnv('FC_RUNS', undefined)
  expect([draw(), draw({ numRuns: 4 })].map(({ length }) => length)).toEqual([100, 4])
  vi.stubEnv('FC_RUNS', '2.5')
  expect([draw(), draw({ numRuns: 4 })].map(({ length }) => length)).toEqual([250, 10])
})
