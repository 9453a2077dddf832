import type { NumberKeeper, NumberKeeperOptions } from './number-keeper.ts'

/** The keeper of leases, whose code comes with the first reason to wake it: behind the first view. */
export class LateNumberKeeper {
  readonly #options: NumberKeeperOptions
  #keeper: NumberKeeper | undefined
  #signal: AbortSignal | undefined
  #isComing = false

  constructor(options: NumberKeeperOptions) {
    this.#options = options
  }

  /** The server was reached, or numbers were used. */
  wake(): void {
    if (this.#keeper !== undefined) this.#keeper.wake()
    // Where the code cannot be had now, the next round of sync tries again.
    else if (!this.#isComing) void this.#load().catch(() => void (this.#isComing = false))
  }

  /** For one term of leadership. */
  start(signal: AbortSignal): void {
    this.#signal = signal
  }

  async #load(): Promise<void> {
    this.#isComing = true
    const { NumberKeeper } = await import('./number-keeper.ts')
    const signal = this.#signal
    if (signal === undefined || signal.aborted) return
    this.#keeper = new NumberKeeper(this.#options)
    this.#keeper.wake()
    await this.#keeper.run(signal)
  }
}
