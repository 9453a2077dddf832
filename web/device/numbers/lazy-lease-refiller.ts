import type { LeaseRefiller, NumberKeeperOptions } from './lease-refiller.ts'

/** Loads the lease keeper's code when it is first woken, after the first view. */
export class LazyLeaseRefiller {
  readonly #options: NumberKeeperOptions
  #keeper: LeaseRefiller | undefined
  #signal: AbortSignal | undefined
  #isComing = false

  constructor(options: NumberKeeperOptions) {
    this.#options = options
  }

  /** Call when the server was reached or numbers were used. */
  wake(): void {
    if (this.#keeper !== undefined) this.#keeper.wake()
    // If loading fails, the next sync round retries.
    else if (!this.#isComing) void this.#load().catch(() => void (this.#isComing = false))
  }

  /** Runs for one term of leadership. */
  start(signal: AbortSignal): void {
    this.#signal = signal
  }

  async #load(): Promise<void> {
    this.#isComing = true
    const { LeaseRefiller } = await import('./lease-refiller.ts')
    const signal = this.#signal
    if (signal === undefined || signal.aborted) return
    this.#keeper = new LeaseRefiller(this.#options)
    this.#keeper.wake()
    await this.#keeper.run(signal)
  }
}
