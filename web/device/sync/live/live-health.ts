import type { Gate } from '../../platform/gate.ts'
import type { Ports } from '../../platform/ports.ts'

/** A new stream sends the heads at once. */
const openingMs = 10_000
/** The server sends an echo every 25 s. */
const silenceMs = 60_000
const pollEveryMs = 15_000
/** How often an unproven stream is reopened: the proxy that held it back may work again. */
const reopenEveryMs = 2 * 60_000

type LiveProofOptions = {
  ports: Pick<Ports, 'monotonic' | 'wait'>
  /** No stream is expected while it is closed. */
  gate: Gate
  /** Nothing was received for too long: a proxy may hold back a stream that looks open. */
  onDoubt: () => void
  onPoll: () => void
  onReopen: () => void
  onProof: () => void
}

/** Trusts the live stream only while it delivers something. */
export class LiveHealth {
  readonly #options: LiveProofOptions
  #provenUntilMs = 0
  #isProven = true
  #hasHeard = false
  #reopenAtMs = 0

  constructor(options: LiveProofOptions) {
    this.#options = options
  }

  hear(): void {
    this.#hasHeard = true
    this.#provenUntilMs = this.#options.ports.monotonic() + silenceMs
    if (this.#isProven) return
    this.#isProven = true
    this.#options.onProof()
  }

  /** The stream ended; the next one must prove itself again. */
  lose(): void {
    this.#hasHeard = false
    this.#provenUntilMs = Math.min(this.#provenUntilMs, this.#options.ports.monotonic() + openingMs)
  }

  async run(signal: AbortSignal): Promise<void> {
    const { monotonic, wait } = this.#options.ports
    const { gate } = this.#options
    while (!signal.aborted) {
      if (!gate.isOpen) {
        await gate.pass(signal)
        this.#provenUntilMs = Math.max(this.#provenUntilMs, monotonic() + openingMs)
      }
      const leftMs = this.#provenUntilMs - monotonic()
      if (leftMs <= 0) this.#doubt()
      if (!signal.aborted) await wait(leftMs <= 0 ? pollEveryMs : Math.max(leftMs, 1_000), signal)
    }
  }

  #doubt(): void {
    const nowMs = this.#options.ports.monotonic()
    if (this.#isProven) {
      this.#isProven = false
      // A stream that worked before has probably died: reopen now. One that is slow to open gets more time.
      this.#reopenAtMs = this.#hasHeard ? nowMs : nowMs + reopenEveryMs
      this.#options.onDoubt()
    }
    this.#options.onPoll()
    if (nowMs < this.#reopenAtMs) return
    this.#reopenAtMs = nowMs + reopenEveryMs
    this.#options.onReopen()
  }
}
