import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { findBinaries } from '#server/testing/postgres/binaries.ts'
import { program, runInPool, type SeedLine } from '../pool.ts'
import { mutants } from './mutants.ts'

const seeds = 20

describe('deliberate faults of the product', () => {
  it.for(mutants)(`are found by one of the first ${seeds} seeds: $name`, { timeout: 300_000 }, async ({ name: mutant, engine = 'sqlite' }, { skip }) => {
    if (engine === 'postgres' && findBinaries() === undefined) return skip('No PostgreSQL runs here.')
    const lines: SeedLine[] = []
    await runInPool({ from: 1, seeds, workers: 1, mutant, engine, isStoppedByFailure: true, onSeed: (line) => void lines.push(line) })
    // By the oracle, not because the simulation itself broke.
    expect(lines.flatMap(({ failure }) => failure ?? [])).toEqual([expect.stringMatching(/^(?!\w*Error)/)])
  })
})

it('the simulation replays a seed to the last message', { timeout: 120_000 }, async () => {
  const run = () =>
    promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program, '--seed', '11', '--trace'], { maxBuffer: 64_000_000 })
  const [one, other] = await Promise.all([run(), run()])
  expect(one.stdout.length).toBeGreaterThan(10_000)
  expect(other.stdout).toBe(one.stdout)
})
