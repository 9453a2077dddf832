import type { Wait } from './ports.ts'

export const shortestPauseMs = 1_000
export const longestPauseMs = 60_000
/** Limit for Retry-After: our server never asks for more, so a longer one is an error. */
const longestToldMs = 15 * 60_000

/** Pauses between failed attempts: 1 s doubling to 60 s, with jitter; `wake` cuts them short. */
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

  /** The network is back or the user has returned: start with the shortest pause again. */
  restart(): void {
    this.#failures = 0
    this.wake()
  }

  /** `atLeastMs`: the server's Retry-After, which no wake-up shortens. */
  async pause(signal: AbortSignal, atLeastMs = 0): Promise<void> {
    const fullMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(this.#failures, 10))
    if (atLeastMs > 0) await this.#wait(Math.min(atLeastMs, longestToldMs), signal)
    const pause = new AbortController()
    this.#pause = pause
    await this.#wait(fullMs * (0.5 + 0.5 * this.#random()), AbortSignal.any([signal, pause.signal]))
    // Attempts after a pause cut short, caused by user changes, must not lengthen the next pause.
    if (!pause.signal.aborted) this.#failures++
    this.#pause = undefined
  }
}
