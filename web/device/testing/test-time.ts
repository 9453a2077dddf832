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
      // In several turns: after one long wait a process that stood still meanwhile would go on before anything else was done.
      for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setTimeout(resolve, 1))
      const next = this.#timers.toSorted((one, other) => one.atMs - other.atMs)[0]
      if (next === undefined || next.atMs > endMs) break
      this.#timers = this.#timers.filter((other) => other !== next)
      this.nowMs = Math.max(this.nowMs, next.atMs)
      next.wake()
    }
    this.nowMs = endMs
  }
}

const tickMs = 5

/**
 * For tests: time that passes this many times faster, counted in ticks of a timer while somebody waits. A process that stood still has
 * missed nothing: between two ticks everything that is ready gets its turn, so nobody seems to be silent only because the machine is busy.
 */
export class TickingTime {
  readonly #pace: number
  readonly #timers = new Set<{ atMs: number; wake: () => void }>()
  #nowMs = 0
  #ticks: NodeJS.Timeout | undefined

  constructor(pace: number) {
    this.#pace = pace
  }

  readonly monotonic = (): number => this.#nowMs

  readonly wait: Wait = (durationMs, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const wake = (): void => {
        signal.removeEventListener('abort', wake)
        this.#timers.delete(timer)
        if (this.#timers.size === 0) this.#stop()
        resolve()
      }
      const timer = { atMs: this.#nowMs + durationMs, wake }
      signal.addEventListener('abort', wake)
      this.#timers.add(timer)
      this.#ticks ??= setInterval(() => this.#tick(), tickMs)
    })

  /** What a test waits for without an end before it. */
  readonly pass = (durationMs: number): Promise<void> => this.wait(durationMs, new AbortController().signal)

  #tick(): void {
    this.#nowMs += tickMs * this.#pace
    for (const timer of this.#timers) if (timer.atMs <= this.#nowMs) timer.wake()
  }

  #stop(): void {
    clearInterval(this.#ticks)
    this.#ticks = undefined
  }
}
