import type { Wait } from '../platform/ports.ts'

/** For tests: time that passes only when the test says so; what it wakes gets real time to be done. */
export class VirtualTime {
  nowMs = 0
  readonly #ignoredMs: number | undefined
  #timers: { atMs: number; wake: () => void }[] = []

  /** `ignoredMs`: waits of this length never end. */
  constructor(ignoredMs?: number) {
    this.#ignoredMs = ignoredMs
  }

  readonly wait: Wait = (durationMs, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const timer = { atMs: this.nowMs + durationMs, wake: resolve }
      signal.addEventListener('abort', () => {
        this.#timers = this.#timers.filter((other) => other !== timer)
        resolve()
      })
      if (durationMs !== this.#ignoredMs) this.#timers.push(timer)
    })

  async pass(durationMs: number): Promise<void> {
    const endMs = this.nowMs + durationMs
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 8))
      const next = this.#timers.toSorted((one, other) => one.atMs - other.atMs)[0]
      if (next === undefined || next.atMs > endMs) break
      this.#timers = this.#timers.filter((other) => other !== next)
      this.nowMs = Math.max(this.nowMs, next.atMs)
      next.wake()
    }
    this.nowMs = endMs
  }
}
