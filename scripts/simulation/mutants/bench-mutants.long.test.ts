import { describe, expect, it } from 'vitest'
import { runInPool, type SeedLine } from '../pool.ts'
import { benchMutants } from './bench-mutants.ts'
import { messageMutants } from './message-mutants.ts'

const minuteMs = 60_000

describe('deliberate faults of the bench, the till and the messages', () => {
  // A new collection moves what a seed does by some milliseconds: then one of those behind it finds the fault.
  it.for([...benchMutants, ...messageMutants])(
    'are found by their seed, or by one soon after it: $name',
    { timeout: 5 * minuteMs },
    async ({ name: mutant, seed }) => {
      const lines: SeedLine[] = []
      await runInPool({ from: seed, seeds: 20, workers: 1, mutant, isStoppedByFailure: true, onSeed: (line) => void lines.push(line) })
      const failures = lines.flatMap(({ failure }) => failure ?? [])
      expect(failures).toEqual([expect.stringMatching(/^(?!Error)/)])
    },
  )
})
