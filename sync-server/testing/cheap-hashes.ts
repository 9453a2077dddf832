import type * as Argon2 from '@node-rs/argon2'
import { vi } from 'vitest'

// Makes hashing cheap for tests that are not about its cost. Only the decoy hash, which matches nothing, keeps its full
// cost.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof Argon2>()
  const hash: typeof argon2.hash = (password, options) => argon2.hash(password, { ...options, memoryCost: 64, timeCost: 1 })
  const verify: typeof argon2.verify = async (stored, password) => String(stored).includes('$m=64,') && (await argon2.verify(stored, password))
  return { ...argon2, hash, verify }
})
