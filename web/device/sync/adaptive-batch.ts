/** A try that failed after this long did not fail for want of a network: it was too much for it. */
const slowMs = 8_000
const shrinkBy = 4
/** How long an answer may keep silent before a try is given up; nobody knows how far a request that is being sent has come. */
const shortestLimitMs = 30_000
const longestLimitMs = 10 * 60_000

/**
 * How much to ask for at once: less after tries that took too long, up to the most again as they succeed. What is still too much
 * at the least size gets more time instead, or one large change would never pass a slow network.
 */
export class AdaptiveBatch {
  readonly #least: number
  readonly #most: number
  readonly #monotonic: () => number
  #size: number
  #limitMs = shortestLimitMs

  constructor(options: { least: number; most: number; monotonic: () => number }) {
    this.#least = options.least
    this.#most = options.most
    this.#monotonic = options.monotonic
    this.#size = options.most
  }

  get size(): number {
    return this.#size
  }

  /** Runs a try of this size, which gives up after the time it is told, and learns from it. `size`: what it really takes, if less. */
  async run<T>(attempt: (limitMs: number) => Promise<T>, size = this.#size): Promise<T> {
    const startedAt = this.#monotonic()
    const limitMs = this.#limitMs
    try {
      const answer = await attempt(limitMs)
      const durationMs = this.#monotonic() - startedAt
      if (durationMs < slowMs) this.#size = Math.min(this.#most, this.#size * 2)
      if (durationMs < limitMs / 4) this.#limitMs = Math.max(shortestLimitMs, limitMs / 2)
      return answer
    } catch (error) {
      const durationMs = this.#monotonic() - startedAt
      // Fewer than the batch size allows may have been there to ask for: a fourth of the batch size could be no less than what just failed.
      if (durationMs >= slowMs) this.#size = Math.max(this.#least, Math.floor(Math.min(size, this.#size) / shrinkBy))
      if (durationMs >= limitMs && size <= this.#least) this.#limitMs = Math.min(longestLimitMs, limitMs * 2)
      throw error
    }
  }
}
