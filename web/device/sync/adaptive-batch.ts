/** A failure after this long means that the request was too large for the network, not that the network is gone. */
const slowMs = 8_000
const shrinkBy = 4
/** Limits on a try's duration: the progress of a request being sent is unknown. */
const shortestLimitMs = 30_000
const longestLimitMs = 10 * 60_000

/**
 * Adapts batch size to the network: less after slow tries, more after successes. If even the least size is too slow,
 * the time limit grows, so that one large change can pass.
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

  /** Runs one try with the current time limit and adapts to its duration. `size`: the actual size, if smaller than the batch size. */
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
      // Shrink from the actual size: a fourth of the batch size may be more than what just failed.
      if (durationMs >= slowMs) this.#size = Math.max(this.#least, Math.floor(Math.min(size, this.#size) / shrinkBy))
      if (durationMs >= limitMs && size <= this.#least) this.#limitMs = Math.min(longestLimitMs, limitMs * 2)
      throw error
    }
  }
}
