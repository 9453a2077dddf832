import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are equal, told in a time that says nothing about where they differ. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(toHash(one), toHash(other))

/** Of equal length, whatever the secret's. */
const toHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()
