import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { passwordMaxLength } from '#schema/api/administration.ts'
import { createTurns, type Turn } from '../turns.ts'

/** OWASP's first choice for Argon2id (19 MiB, 2 passes, 1 lane), also the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * One per process, as the thread pool is shared with compression and files; leave one CPU for other work. Signed-in
 * users and known devices count as known, strangers queue by site.
 */
export const hashTurns = createTurns({
  total: Math.max(1, Math.min(2, availableParallelism() - 1)),
  ofStrangers: {
    maxWaiting: 200,
    waitMs: 8_000,
    refusal: 'The server is busy right now. Please try again in a few seconds.',
    retryAfterSeconds: 5,
  },
})

const signedIn: Turn = { from: 'signed in', isKnown: true }

/** 32 characters that cannot be confused in print. */
const readable = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A password to copy from paper: 75 random bits in three groups of five, such as `k7dtx-9aw2m-hq4ze`. */
export const makePassword = (): string =>
  Array.from({ length: 3 }, () => Array.from(randomBytes(5), (byte) => readable[byte % readable.length]).join('')).join('-')

/** Salted Argon2id hash in PHC format, for passwords and customers' access codes. */
export const hashPassword = (password: string): Promise<string> => hashTurns.run(signedIn, () => hash(password, cost))

/** Hash of discarded random bytes at the same cost. */
const decoyHash = '$argon2id$v=19$m=19456,t=2,p=1$+r4XGuWXT/iJLrXeR9jCyg$DP5AGj401EyU5JagwxdOqKi43NPuVfrJxNJgUki+2VY'

/**
 * Compares a password with its hash. Without a hash (unknown user, no code set) it takes as long and returns false, so
 * that timing does not reveal who exists.
 * @param turn the queue position of a caller who is not signed in
 * @param begin runs when the turn comes, and may refuse; callers sent away earlier cost nothing
 * @throws AppError UNAVAILABLE for a stranger when too many wait
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  turn: Turn = signedIn,
  begin: () => Promise<void> = async () => {},
): Promise<boolean> {
  const isKnown = passwordHash !== null && passwordHash !== undefined && passwordHash !== ''
  const fits = await hashTurns.run(turn, async () => {
    await begin()
    return verify(isKnown ? passwordHash : decoyHash, password.slice(0, passwordMaxLength))
  })
  return isKnown && password.length <= passwordMaxLength && fits
}
