import { describe, expect, it } from 'vitest'
import { addCoverage, type Coverage, missingMarks } from './coverage.ts'
import { runInPool, type SeedLine } from './pool.ts'

/** The first seeds, always the same. `SIMULATION_SEEDS` gives another number: the coverage of the plan is checked only where there are enough. */
const allSeeds = 30
const longSeeds = 160
const seeds = Number(process.env['SIMULATION_SEEDS'] ?? 8)
/** Fewer, but as many as found faults. */
const denseSeeds = Math.ceil(seeds / 6)
const minuteMs = 60_000

describe('tablets and server under a seeded scheduler: messages lost, doubled and late, crashes, full storage, lost rights, odd clocks, restored backups', () => {
  it(
    `lose nothing, double nothing and show nobody what they may not see: ${seeds} seeds`,
    async () => {
      const lines: SeedLine[] = []
      await runInPool({ from: 1, seeds, workers: 2, onSeed: (line) => void lines.push(line) })
      const failed = lines.flatMap(({ seed, failure }) => (failure === undefined ? [] : [`npm run simulate -- --seed ${seed} --trace --shrink → ${failure}`]))
      expect(failed).toEqual([])
      expect(lines).toHaveLength(seeds)
      const coverage: Coverage = {}
      for (const line of lines) addCoverage(coverage, line.coverage)
      if (seeds >= allSeeds) expect(missingMarks(coverage, { withRare: seeds >= longSeeds }), 'what no seed meets').toEqual([])
      expect(lines.reduce((sum, { mutations }) => sum + mutations, 0)).toBeGreaterThan(seeds * 20)
    },
    20 * minuteMs,
  )

  it(
    `hold where all of that meets within few minutes: ${denseSeeds} seeds`,
    async () => {
      const lines: SeedLine[] = []
      await runInPool({ from: 1, seeds: denseSeeds, workers: 2, isDense: true, onSeed: (line) => void lines.push(line) })
      const failed = lines.flatMap(({ seed, failure }) =>
        failure === undefined ? [] : [`npm run simulate -- --dense --seed ${seed} --trace --shrink → ${failure}`],
      )
      expect(failed).toEqual([])
      expect(lines).toHaveLength(denseSeeds)
      expect(lines.reduce((sum, { mutations }) => sum + mutations, 0)).toBeGreaterThan(denseSeeds * 8)
    },
    20 * minuteMs,
  )
})
