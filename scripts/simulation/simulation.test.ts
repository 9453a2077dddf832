import { describe, expect, it } from 'vitest'
import { addCoverage, type Coverage, missingMarks } from './coverage.ts'
import { runInPool, type SeedLine } from './pool.ts'

/** The first seeds, always the same. `SIMULATION_SEEDS` gives another number: what no seed meets is told only of as many as a long run has. */
const longSeeds = 160
const seeds = Number(process.env['SIMULATION_SEEDS'] ?? 5)
const minuteMs = 60_000

describe('tablets and server under a seeded scheduler: messages lost, doubled and late, crashes of both, odd clocks, restored backups', () => {
  it.each([
    { length: 'a quarter of an hour', isDense: false, count: seeds },
    { length: 'a few minutes, in which all of that meets', isDense: true, count: Math.ceil(seeds / 6) },
  ])(
    `lose nothing, double nothing and show nobody what they may not see within $length: $count seeds`,
    { timeout: 20 * minuteMs },
    async ({ isDense, count }) => {
      const lines: SeedLine[] = []
      await runInPool({ from: 1, seeds: count, workers: 2, isDense, onSeed: (line) => void lines.push(line) })
      const command = `npm run simulate -- ${isDense ? '--dense ' : ''}--trace --shrink --seed`
      expect(lines.flatMap(({ seed, failure }) => (failure === undefined ? [] : [`${command} ${seed} → ${failure}`]))).toEqual([])
      expect(lines).toHaveLength(count)
      expect(lines.reduce((sum, { mutations }) => sum + mutations, 0)).toBeGreaterThan(count * 10)
      const coverage: Coverage = {}
      for (const line of lines) addCoverage(coverage, line.coverage)
      if (count >= longSeeds) expect(missingMarks(coverage), 'what no seed meets').toEqual([])
    },
  )
})
