import type { Wait } from './ports.ts'

export const shortestPauseMs = 1_000
export const longestPauseMs = 60_000
/** Longer than our server ever asks for; another number is somebody's mistake. */
const longestToldMs = 15 * 60_000

/** Pauses between failing tries: 1 s doubling to 60 s, with jitter, cut short by whatever makes success likelier. */
export class Backoff {
  readonly #random: () => number
  readonly #wait: Wait
  #failures = 0
  #pause: AbortController | undefined

  constructor(random: () => number, wait: Wait) {
    this.#random = random
    this.#wait = wait
  }

  succeed(): void {
    this.#failures = 0
  }

  wake(): void {
    this.#pause?.abort()
  }

  /** The network came back or somebody looks again: pauses start from the shortest. */
  restart(): void {
    this.#failures = 0
    this.wake()
  }

  /** `atLeastMs`: what the server asked for (Retry-After); only that part no wake-up cuts short. */
  async pause(signal: AbortSignal, atLeastMs = 0): Promise<void> {
    const fullMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(this.#failures, 10))
    if (atLeastMs > 0) await this.#wait(Math.min(atLeastMs, longestToldMs), signal)
    const pause = new AbortController()
    this.#pause = pause
    await this.#wait(fullMs * (0.5 + 0.5 * this.#random()), AbortSignal.any([signal, pause.signal]))
    // A pause cut short says nothing about the server: tries that a person's changes caused must not make the next pause longer.
    if (!pause.signal.aborted) this.#failures++
    this.#pause = undefined
  }
}
