/** Tells a loop that there is something to do; rings are not lost while the loop is busy. */
export class Signal {
  #isRung = false
  #waiters = new Set<() => void>()

  ring(): void {
    this.#isRung = true
    for (const waiter of this.#waiters) waiter()
  }

  /** Resolves when the signal has been rung since the last time, or the signal is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    if (!this.#isRung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          this.#waiters.delete(done)
          signal.removeEventListener('abort', done)
          resolve()
        }
        this.#waiters.add(done)
        signal.addEventListener('abort', done)
      })
    }
    this.#isRung = false
  }
}
