import { setTimeout as sleep } from 'node:timers/promises'

/** Outcome of one try; `again` only where the message was certainly not taken, or where the receiver recognizes repeats. */
export type Tried = { outcome: 'sent' } | { outcome: 'again'; error: Error; afterMs?: number | undefined }

const firstDelayMs = 250
const maxTries = 4

/** Tries with growing pauses (250, 500, 1000 ms, or what the other side asks for) until it is sent, given up, or the signal ends it. */
export async function withRetries(signal: AbortSignal, tryOnce: () => Promise<Tried>): Promise<void> {
  for (let count = 1; ; count++) {
    const tried = await tryOnce()
    if (tried.outcome === 'sent') return
    if (count === maxTries) throw tried.error
    await sleep(Math.max(tried.afterMs ?? 0, firstDelayMs * 2 ** (count - 1)), undefined, { signal })
  }
}

/** Milliseconds of a Retry-After in seconds; dates and nonsense count as not there. */
export function readRetryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}
