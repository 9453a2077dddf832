import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { passwordMaxLength } from '#schema/api/administration.ts'
import { createTurns, type Turn } from '../turns.ts'

/** OWASP's first choice for Argon2id (19 MiB, 2 passes, 1 lane), which is also the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * One for the whole process, because its threads are: compression and files need them too, and a processor is left to everything else.
 * Signed-in people and known devices are known, strangers come from their site.
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

/** 32 that nobody takes for another one, in whatever type they are printed. */
const readable = 'abcdefghijkmnpqrstuvwxyz23456789'

/** One to be read off paper and typed: 75 random bits as three groups of five, such as `k7dtx-9aw2m-hq4ze`. */
export const makePassword = (): string =>
  Array.from({ length: 3 }, () => Array.from(randomBytes(5), (byte) => readable[byte % readable.length]).join('')).join('-')

/** Argon2id hash in PHC format, salted. Serves sign-in passwords and customers' access codes. */
export const hashPassword = (password: string): Promise<string> => hashTurns.run(signedIn, () => hash(password, cost))

/** Hash of discarded random bytes, at the same cost. */
const decoyHash = '$argon2id$v=19$m=19456,t=2,p=1$+r4XGuWXT/iJLrXeR9jCyg$DP5AGj401EyU5JagwxdOqKi43NPuVfrJxNJgUki+2VY'

/**
 * Does the password fit the stored hash? Without a hash (unknown person, no code set) it takes as long and is false,
 * so the time of an answer does not reveal who exists.
 * @param turn who asks, where it is nobody who is signed in
 * @param begin runs when the turn has come, and may refuse it: whoever is sent away before costs nothing
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
