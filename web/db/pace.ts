/** A try that failed after this long did not fail for want of a network: it was too much for it. */
const slowMs = 8_000
const shrinkBy = 4

/** How much to ask for at once: less after tries that took too long, up to the most again as they succeed. */
export class Pace {
  readonly #least: number
  readonly #most: number
  readonly #monotonic: () => number
  #size: number

  constructor(options: { least: number; most: number; monotonic: () => number }) {
    this.#least = options.least
    this.#most = options.most
    this.#monotonic = options.monotonic
    this.#size = options.most
  }

  get size(): number {
    return this.#size
  }

  /** Runs a try of this size and learns from it. */
  async run<T>(attempt: () => Promise<T>): Promise<T> {
    const startedAt = this.#monotonic()
    try {
      const answer = await attempt()
      if (this.#monotonic() - startedAt < slowMs) this.#size = Math.min(this.#most, this.#size * 2)
      return answer
    } catch (error) {
      if (this.#monotonic() - startedAt >= slowMs) this.#size = Math.max(this.#least, Math.floor(this.#size / shrinkBy))
      throw error
    }
  }
}
