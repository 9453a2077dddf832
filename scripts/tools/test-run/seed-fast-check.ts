import type * as FastCheck from 'fast-check'
import { vi } from 'vitest'
import { readSeed } from './read-seed.ts'

/**
 * A setup file of Vitest. Property tests draw the same cases in every run: `FC_SEED=7` draws others, and `FC_SEED=random` lets chance choose.
 * `FC_RUNS=5` tries five times as many cases, also where a test says how many. A mock replaces fast-check, because only its `assert`
 * sees the number that a test says, and because a test file that draws nothing must not load fast-check.
 */
vi.mock('fast-check', async (importOriginal) => {
  const original = await importOriginal<typeof FastCheck>()
  original.configureGlobal({ seed: readSeed('FC_SEED') })
  const assert = (property: FastCheck.IRawProperty<unknown>, parameters: FastCheck.Parameters<unknown> = {}) =>
    original.assert(property, { ...parameters, numRuns: Math.ceil((parameters.numRuns ?? 100) * Number(process.env['FC_RUNS'] ?? 1)) })
  return { ...original, assert, default: { ...original.default, assert } }
})
