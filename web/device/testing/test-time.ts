import type { Wait } from '../platform/ports.ts'

/** For tests: time passes only on demand; work that it wakes gets real time to run. */
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
      // Several short turns: after one long wait, a stalled process would continue before other work was done.
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
 * For tests: time that runs `pace` times faster, counted in timer ticks while a wait is pending. If the process stalls,
 * no time passes: between two ticks all ready work gets its turn, so a busy machine does not look like a silent tab.
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

  /** A wait that cannot be aborted. */
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
