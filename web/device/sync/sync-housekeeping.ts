import { trimSent, trimSentInTime } from '../outbox/sent.ts'
import type { SyncContext } from './sync-context.ts'

const purgeEveryMs = 24 * 60 * 60 * 1000
/** Longer than any page can be in flight. */
const purgeDelayMs = 60 * 60 * 1000

/** Purges deleted rows and old accepted mutations. */
export class Housekeeping {
  readonly #context: Pick<SyncContext, 'localState' | 'ports' | 'store' | 'withLock'>
  /** Server time: a jump of the device's clock must not expire anything. */
  readonly #heardAt: () => Date
  #purgedAtMs: number | undefined

  constructor(context: Pick<SyncContext, 'localState' | 'ports' | 'store' | 'withLock'>, heardAt: () => Date) {
    this.#context = context
    this.#heardAt = heardAt
  }

  /** Purges deleted rows at the start and then daily. They are kept for a while, so that an old page does not bring them back. */
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

  /** Called after each answer; a failure is retried after the next one. */
  async trimSent(): Promise<void> {
    const { localState, store, withLock } = this.#context
    try {
      const { kept } = localState.outbox
      if (!(await trimSentInTime(store, this.#heardAt(), kept))) return
      kept.bytes = 0
      await withLock(() => localState.outbox.holdSent())
    } catch {
      // Retried after the next answer.
    }
  }
}
