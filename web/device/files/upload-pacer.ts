import type { Ports } from '../platform/ports.ts'

const calmAfterMs = 500
/** Upper limit when changes never pause. */
const patienceMs = 5_000

/** Tells when large uploads do not slow down a user who is saving. */
export class UploadPacer {
  readonly #ports: Pick<Ports, 'monotonic' | 'wait'>
  #changedAtMs = Number.NEGATIVE_INFINITY

  constructor(ports: Pick<Ports, 'monotonic' | 'wait'>) {
    this.#ports = ports
  }

  noteChange(): void {
    this.#changedAtMs = this.#ports.monotonic()
  }

  /** Resolves once `calmAfterMs` pass without a change, or after `patienceMs`. */
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
