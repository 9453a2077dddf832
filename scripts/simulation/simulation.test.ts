import { describe, expect, it } from 'vitest'
import { runInPool, type SeedLine } from './pool.ts'

const seeds = 300
const minutes = 60_000

describe('devices and server under a seeded scheduler, with lost, doubled and late messages, crashes, lost rights, odd clocks and restored backups', () => {
  it(
    `lose nothing, double nothing and show nobody what they may not see: ${seeds} seeds`,
    async () => {
      const lines: SeedLine[] = []
      await runInPool({ from: 1, seeds, workers: 2, onSeed: (line) => void lines.push(line) })
      const failed = lines.flatMap(({ seed, failure }) => (failure === undefined ? [] : [`npm run simulate -- --seed ${seed} --trace --shrink → ${failure}`]))
      expect(failed).toEqual([])
      expect(lines).toHaveLength(seeds)
      expect(lines.reduce((sum, { acts }) => sum + acts, 0)).toBeGreaterThan(seeds * 20)
    },
    15 * minutes,
  )
})
