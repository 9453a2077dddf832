import type { Ports } from '../platform/ports.ts'

/** So long after a change nobody is expected to be in the middle of work. */
const calmAfterMs = 500
/** Who changes something all the time does not hold up files for longer. */
const patienceMs = 5_000

/** Tells when large things may be sent without slowing down who is saving. */
export class Calm {
  readonly #ports: Pick<Ports, 'monotonic' | 'wait'>
  #changedAtMs = Number.NEGATIVE_INFINITY

  constructor(ports: Pick<Ports, 'monotonic' | 'wait'>) {
    this.#ports = ports
  }

  noteChange(): void {
    this.#changedAtMs = this.#ports.monotonic()
  }

  /** Resolves a moment after the last change, when that moment has passed without another; or when patience ends. */
  async whenCalm(signal: AbortSignal): Promise<void> {
    const { monotonic, wait } = this.#ports
    const lastMs = monotonic() + patienceMs
    for (;;) {
      const now = monotonic()
      const restMs = Math.min(this.#changedAtMs + calmAfterMs, lastMs) - now
      if (restMs <= 0 || signal.aborted) return
      await wait(restMs, signal)
    }
  }
}
