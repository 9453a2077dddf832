import { setTimeout as sleep } from 'node:timers/promises'

/** `again`: only when the message was certainly not accepted, or when the receiver recognizes repeats. */
export type Tried = { outcome: 'sent' } | { outcome: 'again'; error: Error; afterMs?: number | undefined }

const firstDelayMs = 250
const maxTries = 4

/** Retries with growing pauses (250, 500, 1000 ms, or the requested one) until it is sent, fails, or the signal aborts. */
export async function withRetries(signal: AbortSignal, tryOnce: () => Promise<Tried>): Promise<void> {
  for (let count = 1; ; count++) {
    const tried = await tryOnce()
    if (tried.outcome === 'sent') return
    if (count === maxTries) throw tried.error
    await sleep(Math.max(tried.afterMs ?? 0, firstDelayMs * 2 ** (count - 1)), undefined, { signal })
  }
}

/** Retry-After in ms; undefined for dates and invalid values. */
export function readRetryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}
