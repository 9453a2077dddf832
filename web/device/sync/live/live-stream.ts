import type { Heads, LiveRows } from '#schema/api/sync.ts'
import { Backoff } from '../../platform/backoff.ts'
import type { Gate } from '../../platform/gate.ts'
import { LiveHealth } from './live-health.ts'
import type { Ports } from '../../platform/ports.ts'
import type { OpenStream, SyncApi } from '../../platform/server-port.ts'

/** A stream that lasted this long resets the backoff. */
const steadyStreamMs = 10_000

/** A stream silent for this long may be dead: after a sleep or a router's timeout no error is raised. */
const quietStreamMs = 60_000

type LiveEvents = {
  /** The stream is open. Earlier events were missed. */
  onOpen: () => void
  onHeads: (heads: Heads, signal: AbortSignal) => void
  onRows: (rows: LiveRows, signal: AbortSignal) => void
  onAccess: () => void
  onNotices: () => void
  /** The stream broke: the first sign of a lost network. */
  onLost: () => void
  /** The stream is unproven: poll everything now and every 15 s. */
  onPoll: () => void
  /** Whether the stream delivers events. */
  onProof: (isProven: boolean) => void
}

type LiveStreamOptions = { api: SyncApi; gate: Gate; ports: Pick<Ports, 'monotonic' | 'random' | 'wait'>; events: LiveEvents }

/** Holds the live stream open while the session is this user's. */
export class LiveStream {
  readonly #options: LiveStreamOptions
  readonly #backoff: Backoff
  readonly #proof: LiveHealth
  #endStream: (() => void) | undefined
  #heardAtMs = 0
  #isRenewing = false

  constructor(options: LiveStreamOptions) {
    this.#options = options
    this.#backoff = new Backoff(options.ports.random, options.ports.wait)
    this.#proof = new LiveHealth({
      ports: options.ports,
      gate: options.gate,
      onDoubt: () => options.events.onProof(false),
      onProof: () => options.events.onProof(true),
      onPoll: () => {
        if (options.gate.isOpen) options.events.onPoll()
      },
      onReopen: () => this.#takeNew(),
    })
  }

  wake(): void {
    this.#backoff.wake()
  }

  restart(): void {
    this.#backoff.restart()
  }

  /** Reopens a stream that has been silent for long. */
  renew(): void {
    if (this.#endStream === undefined || this.#options.ports.monotonic() - this.#heardAtMs < quietStreamMs) return
    this.#takeNew()
  }

  #takeNew(): void {
    if (this.#endStream === undefined) return
    this.#isRenewing = true
    this.#endStream()
  }

  /** The session or the network ended; the stream itself may notice that only after minutes. */
  end(): void {
    this.#endStream?.()
  }

  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#holdStreams(signal), this.#proof.run(signal)])
  }

  async #holdStreams(signal: AbortSignal): Promise<void> {
    const { events, gate } = this.#options
    while (!signal.aborted) {
      await gate.pass(signal)
      if (signal.aborted) return
      await this.#holdStream(signal)
      if (signal.aborted) return
      const isRenewing = this.#isRenewing
      this.#isRenewing = false
      this.#proof.lose()
      if (!gate.isOpen || isRenewing) continue
      events.onLost()
      await this.#backoff.pause(signal)
    }
  }

  #holdStream(signal: AbortSignal): Promise<void> {
    const { api, events, ports } = this.#options
    const hear = (): void => {
      this.#heardAtMs = ports.monotonic()
    }
    // Headers alone prove nothing: a proxy may hold back the body.
    const hearEvent = (): void => {
      hear()
      this.#proof.hear()
    }
    hear()
    return new Promise((resolve) => {
      const held: { stream?: OpenStream; isOver?: boolean; openedAt?: number } = {}
      const end = (): void => {
        if (held.isOver === true) return
        held.isOver = true
        signal.removeEventListener('abort', end)
        this.#endStream = undefined
        if (held.openedAt !== undefined && ports.monotonic() - held.openedAt > steadyStreamMs) this.#backoff.succeed()
        held.stream?.close()
        resolve()
      }
      this.#endStream = end
      signal.addEventListener('abort', end)
      try {
        held.stream = api.openLive({
          onOpen: () => {
            hear()
            held.openedAt = ports.monotonic()
            events.onOpen()
          },
          onHeads: (heads) => {
            hearEvent()
            events.onHeads(heads, signal)
          },
          onRows: (rows) => {
            hearEvent()
            events.onRows(rows, signal)
          },
          onAccess: () => {
            hearEvent()
            events.onAccess()
          },
          onNotices: () => {
            hearEvent()
            events.onNotices()
          },
          onEcho: hearEvent,
          onError: end,
        })
      } catch {
        end()
      }
      // It may have failed before `openLive` returned.
      if (held.isOver === true) held.stream?.close()
    })
  }
}
