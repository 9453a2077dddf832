/** A repeating event that callers can await. */
export class Announcement {
  readonly #waiters = new Set<() => void>()

  make(): void {
    for (const done of this.#waiters) done()
  }

  /** Resolves at the next occurrence, or when the signal is aborted. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = (): void => {
        this.#waiters.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#waiters.add(done)
      signal.addEventListener('abort', done)
    })
  }
}
