import { describe, expect, it } from 'vitest'
import { runInPool, type SeedLine } from '../pool.ts'
import { benchMutants } from './bench-mutants.ts'

const minuteMs = 60_000

describe('deliberate faults of the bench and the till', () => {
  it.for(benchMutants)('are found by their seed: $name', { timeout: 2 * minuteMs }, async ({ name: mutant, seed }) => {
    const lines: SeedLine[] = []
    await runInPool({ from: seed, seeds: 1, workers: 1, mutant, onSeed: (line) => void lines.push(line) })
    expect(lines).toEqual([expect.objectContaining({ seed, failure: expect.stringMatching(/^(?!Error)/) as unknown })])
  })
})
