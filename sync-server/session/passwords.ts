import { hash, verify } from '@node-rs/argon2'
import { passwordMaxLength } from '#schema/api/administration.ts'

/** OWASP's first choice for Argon2id (19 MiB, 2 passes, 1 lane), which is also the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Argon2id hash in PHC format, salted. Serves sign-in passwords and customers' access codes. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Made at the same cost from random bytes that nobody kept. */
const decoyHash = '$argon2id$v=19$m=19456,t=2,p=1$+r4XGuWXT/iJLrXeR9jCyg$DP5AGj401EyU5JagwxdOqKi43NPuVfrJxNJgUki+2VY'

/**
 * Does the password fit the stored hash? Without a hash (unknown person, no code set) it takes as long and is false,
 * so the time of an answer does not tell who exists.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isKnown = passwordHash !== null && passwordHash !== undefined && passwordHash !== ''
  const fits = await verify(isKnown ? passwordHash : decoyHash, password.slice(0, passwordMaxLength))
  return isKnown && password.length <= passwordMaxLength && fits
}
