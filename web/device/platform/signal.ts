import { Announcement } from './announcement.ts'

/** Wakes a loop; a signal raised while the loop is busy is kept. */
export class Signal {
  #isRaised = false
  readonly #raising = new Announcement()

  raise(): void {
    this.#isRaised = true
    this.#raising.make()
  }

  /** Resolves when it was raised since the last wait, or `signal` is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    if (!this.#isRaised) await this.#raising.next(signal)
    this.#isRaised = false
  }
}
