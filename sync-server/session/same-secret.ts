import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares secrets in constant time. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(toHash(one), toHash(other))

/** Hashes give both sides equal length. */
const toHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()
