import { Announcement } from './announcement.ts'

/** Tells a loop that there is something to do; none is lost while the loop is busy. */
export class Signal {
  #isRaised = false
  readonly #raising = new Announcement()

  raise(): void {
    this.#isRaised = true
    this.#raising.make()
  }

  /** Resolves when it has been raised since the last time, or `signal` is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    if (!this.#isRaised) await this.#raising.next(signal)
    this.#isRaised = false
  }
}
