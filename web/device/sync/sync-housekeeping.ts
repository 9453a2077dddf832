import { trimSent, trimSentInTime } from '../outbox/sent.ts'
import type { SyncContext } from './sync-context.ts'

const purgeEveryMs = 24 * 60 * 60 * 1000
/** Longer than any page of the feed is on its way. */
const purgeDelayMs = 60 * 60 * 1000

/** Bounds what this device keeps: rows that were deleted, and mutations that the server took. */
export class Housekeeping {
  readonly #context: Pick<SyncContext, 'localState' | 'ports' | 'store' | 'withLock'>
  /** The server's own word: a clock of this device that jumps ends nothing. */
  readonly #heardAt: () => Date
  #purgedAtMs: number | undefined

  constructor(context: Pick<SyncContext, 'localState' | 'ports' | 'store' | 'withLock'>, heardAt: () => Date) {
    this.#context = context
    this.#heardAt = heardAt
  }

  /**
   * Rows that were deleted stay for a while, so that an old page does not bring them back; then they go for good: at the start,
   * and in an app that stays open each day.
   */
  async purge(): Promise<void> {
    const { localState, ports, store, withLock } = this.#context
    const nowMs = ports.clock().getTime()
    if (this.#purgedAtMs !== undefined && Math.abs(nowMs - this.#purgedAtMs) < purgeEveryMs) return
    const before = this.#purgedAtMs === undefined ? undefined : new Date(nowMs - purgeDelayMs)
    this.#purgedAtMs = nowMs
    for (const name of localState.database.collections) await withLock(() => localState.database.purge(name, before))
    await trimSent(store, this.#heardAt())
    await withLock(() => localState.outbox.holdSent())
  }

  /** After each answer; where it fails, the next one tries again. */
  async trimSent(): Promise<void> {
    const { localState, store, withLock } = this.#context
    try {
      const { kept } = localState.outbox
      if (!(await trimSentInTime(store, this.#heardAt(), kept))) return
      kept.bytes = 0
      await withLock(() => localState.outbox.holdSent())
    } catch {
      // Tried again by the next answer.
    }
  }
}
