/** A user's PIN on one device, as stored. It locks the screen and encrypts nothing. */
export type StoredPin = {
  /** Base64. */
  salt: string
  hash: string
  iterations: number
  failures: number
  failedAt: string | null
}

export const pinPattern = /^\d{4,12}$/
export const pinIterations = 600_000
const freeTries = 5
const firstWaitMs = 30_000
const longestWaitMs = 60 * 60_000

/** Whether Web Crypto is available, which needs https or localhost. */
export const canHashPins = (): boolean => globalThis.crypto?.subtle !== undefined

export async function makePin(pin: string, iterations = pinIterations): Promise<StoredPin> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { salt: toBase64(salt), hash: await hashPin(pin, salt, iterations), iterations, failures: 0, failedAt: null }
}

/** Milliseconds until the next PIN try; setting the clock back does not shorten it. */
export function readWait({ failures, failedAt }: StoredPin, now: Date): number {
  if (failures < freeTries || failedAt === null) return 0
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - freeTries))
  return Math.max(0, waitMs - Math.max(0, now.getTime() - Date.parse(failedAt)))
}

/** Store `next` before showing the outcome, so that a reload gives no extra try. */
export async function tryPin(stored: StoredPin, typed: string, now: Date): Promise<{ isRight: boolean; next: StoredPin }> {
  // A wrong try dated in the future was made while the clock was ahead: the wait then starts now.
  const isAhead = stored.failedAt !== null && Date.parse(stored.failedAt) > now.getTime()
  if (readWait(stored, now) > 0) return { isRight: false, next: isAhead ? { ...stored, failedAt: now.toISOString() } : stored }
  const isRight = (await hashPin(typed, fromBase64(stored.salt), stored.iterations)) === stored.hash
  return { isRight, next: isRight ? { ...stored, failures: 0, failedAt: null } : { ...stored, failures: stored.failures + 1, failedAt: now.toISOString() } }
}

async function hashPin(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  return toBase64(new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256)))
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
