import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { passwordMaxLength } from '#schema/api/administration.ts'
import { createHashQueue, type HashLine } from './limits/hash-queue.ts'

/** OWASP's first choice for Argon2id (19 MiB, 2 passes, 1 lane), which is also the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One for the whole process, because its threads are: a processor is left to everything else, and so are most of the threads. */
export const hashQueue = createHashQueue({
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxVisitors: 200,
  visitorWaitMs: 8_000,
  retryAfterSeconds: 5,
})

const signedIn: HashLine = { kind: 'known', from: 'signed in' }

/** 32 that nobody takes for another one, in whatever type they are printed. */
const readable = 'abcdefghijkmnpqrstuvwxyz23456789'

/** One to be read off paper and typed: 75 random bits as three groups of five, such as `k7dtx-9aw2m-hq4ze`. */
export const makePassword = (): string =>
  Array.from({ length: 3 }, () => Array.from(randomBytes(5), (byte) => readable[byte % readable.length]).join('')).join('-')

/** Argon2id hash in PHC format, salted. Serves sign-in passwords and customers' access codes. */
export const hashPassword = (password: string): Promise<string> => hashQueue.run(signedIn, () => hash(password, cost))

/** Hash of discarded random bytes, at the same cost. */
const decoyHash = '$argon2id$v=19$m=19456,t=2,p=1$+r4XGuWXT/iJLrXeR9jCyg$DP5AGj401EyU5JagwxdOqKi43NPuVfrJxNJgUki+2VY'

/**
 * Does the password fit the stored hash? Without a hash (unknown person, no code set) it takes as long and is false,
 * so the time of an answer does not reveal who exists.
 * @param line who asks, where it is nobody who is signed in
 * @param begin runs when it is this one's turn, and may refuse it: whoever is sent away from the queue costs nothing
 * @throws AppError UNAVAILABLE for a visitor when too many wait
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  line: HashLine = signedIn,
  begin: () => Promise<void> = async () => {},
): Promise<boolean> {
  const isKnown = passwordHash !== null && passwordHash !== undefined && passwordHash !== ''
  const fits = await hashQueue.run(line, async () => {
    await begin()
    return verify(isKnown ? passwordHash : decoyHash, password.slice(0, passwordMaxLength))
  })
  return isKnown && password.length <= passwordMaxLength && fits
}
