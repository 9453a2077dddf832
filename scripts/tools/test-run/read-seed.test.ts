import { afterEach, expect, it, vi } from 'vitest'
import { readSeed } from './read-seed.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it('a test draws from seed 1 unless the environment names another seed', () => {
  vi.stubEnv('TEST_SEED', undefined)
  expect(readSeed('TEST_SEED')).toBe(1)
  vi.stubEnv('TEST_SEED', '42')
  expect(readSeed('TEST_SEED')).toBe(42)
})

it('a random seed is printed, and stays the same for the rest of the process', () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  vi.stubEnv('TEST_SEED', 'random')
  const seed = readSeed('TEST_SEED')
  expect(print).toHaveBeenCalledExactlyOnceWith(`TEST_SEED=${seed}`)
  expect(readSeed('TEST_SEED')).toBe(seed)
})

it('a seed that is no number is refused', () => {
  vi.stubEnv('TEST_SEED', 'often')
  expect(() => readSeed('TEST_SEED')).toThrow('TEST_SEED=often is not a whole number and not "random".')
})
