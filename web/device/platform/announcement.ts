/** Something that happens again and again: whoever waits is told of the next time. */
export class Announcement {
  readonly #waiters = new Set<() => void>()

  /** It has happened. */
  make(): void {
    for (const done of this.#waiters) done()
  }

  /** Resolves when it happens next, or when the signal is aborted. */
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
