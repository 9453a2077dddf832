/** Tells a loop that there is something to do; none is lost while the loop is busy. */
export class Signal {
  #isRaised = false
  #waiters = new Set<() => void>()

  raise(): void {
    this.#isRaised = true
    for (const waiter of this.#waiters) waiter()
  }

  /** Resolves when it has been raised since the last time, or `signal` is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    if (!this.#isRaised && !signal.aborted) {
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
    this.#isRaised = false
  }
}
