import type { Gate } from '../../platform/gate.ts'
import type { Ports } from '../../platform/ports.ts'

/** A stream that opens says at once where the feeds stand. */
const openingMs = 10_000
/** The server sends an echo every 25 s. */
const silenceMs = 60_000
const pollEveryMs = 15_000
/** A stream that does not prove itself is opened anew this often: whatever swallowed it may have let go. */
const reopenEveryMs = 2 * 60_000

export type LiveProofOptions = {
  ports: Pick<Ports, 'monotonic' | 'wait'>
  /** Shut: there is no stream to be heard. */
  gate: Gate
  /** Nothing was heard for too long: a proxy may swallow the stream, which looks open all the same. */
  onDoubt: () => void
  /** Again and again while nothing is heard. */
  onPoll: () => void
  /** The stream is to be opened anew. */
  onReopen: () => void
  onProof: () => void
}

/** Believes in the live stream only as long as something is heard of it. */
export class LiveProof {
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

  /** The stream ended: until the next one says something, nothing is heard. */
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
      // One that worked until now has died, most likely; one that is slow to open gets its time.
      this.#reopenAtMs = this.#hasHeard ? nowMs : nowMs + reopenEveryMs
      this.#options.onDoubt()
    }
    this.#options.onPoll()
    if (nowMs < this.#reopenAtMs) return
    this.#reopenAtMs = nowMs + reopenEveryMs
    this.#options.onReopen()
  }
}
