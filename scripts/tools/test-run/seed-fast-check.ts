import type * as FastCheck from 'fast-check'
import { vi } from 'vitest'
import { readSeed } from './read-seed.ts'

/**
 * Vitest setup. Property tests use a fixed seed; `FC_SEED=7` or `FC_SEED=random` changes it, `FC_RUNS=5` multiplies the
 * cases. A mock, because only `assert` sees a test's own count, and files without properties should not load
 * fast-check.
 */
vi.mock('fast-check', async (importOriginal) => {
  const original = await importOriginal<typeof FastCheck>()
  original.configureGlobal({ seed: readSeed('FC_SEED') })
  const assert = (property: FastCheck.IRawProperty<unknown>, parameters: FastCheck.Parameters<unknown> = {}) =>
    original.assert(property, { ...parameters, numRuns: Math.ceil((parameters.numRuns ?? 100) * Number(process.env['FC_RUNS'] ?? 1)) })
  return { ...original, assert, default: { ...original.default, assert } }
})
