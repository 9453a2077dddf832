import type { Ports } from '../../platform/ports.ts'
import type { OutboxEntry } from '../../storage/unsent-store.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { AdaptiveBatch } from '../adaptive-batch.ts'
import type { WithLock } from '../../outbox/local-parts.ts'

const batchMaxBytes = 900_000

export type PushBatchesOptions = {
  outbox: Outbox
  withLock: WithLock
  ports: Pick<Ports, 'monotonic'>
  /** Mutations of one push. */
  most: number
  isConnected: () => boolean
  /** Asks the server something harmless. @throws when it does not answer */
  askServer: (signal: AbortSignal) => Promise<void>
}

/** Chooses what is sent next, and how much of it: a slow network, or a server that finds it too much, gets fewer mutations. */
export class PushBatches {
  readonly #options: PushBatchesOptions
  readonly #batchSize: AdaptiveBatch
  /** What somebody on the way, or the server, takes at once. */
  #takenMax: number

  constructor(options: PushBatchesOptions) {
    this.#options = options
    this.#takenMax = options.most
    this.#batchSize = new AdaptiveBatch({ least: 1, most: options.most, monotonic: options.ports.monotonic })
  }

  /** The oldest mutations behind the position, none where nothing waits. What may be a deletion is noted as offered before. */
  async next(after: number, signal: AbortSignal): Promise<OutboxEntry[]> {
    const { outbox, isConnected, withLock } = this.#options
    // Where nothing is about to arrive, what cannot be shown is better taken back.
    const take = (): OutboxEntry[] => takeBatch(isConnected() ? outbox.sendable : outbox.finished, after, Math.min(this.#takenMax, this.#batchSize.size))
    for (;;) {
      const batch = take()
      if (batch.length > 0 && !batch.some(mayBeTakenBack)) {
        outbox.unfinished.noteLeaving(batch)
        return batch
      }
      await this.#assertConnection(batch, signal)
      const askedUpTo = batch.findLast(mayBeTakenBack)?.position ?? 0
      // Under the lock nobody takes a deletion back meanwhile; once it is noted, nobody does any more.
      const next = await withLock(async () => {
        const taken = take()
        const last = taken.findLast(mayBeTakenBack)
        if (last === undefined) return taken
        // One that was written while this waited for the lock: the server is asked first, as above.
        if (last.position > askedUpTo && !isConnected() && !(await outbox.wasOffered(last))) return undefined
        await outbox.noteOffered(last.position)
        return taken
      })
      if (next !== undefined) return next
    }
  }

  /** Runs a try of so many mutations and learns from how long it took. */
  run<T>(attempt: (limitMs: number) => Promise<T>, count: number): Promise<T> {
    return this.#batchSize.run(attempt, count)
  }

  grow(): void {
    this.#takenMax = Math.min(this.#options.most, this.#takenMax * 2)
  }

  /** So many were too much. */
  halve(count: number): void {
    this.#takenMax = Math.max(1, Math.floor(count / 2))
  }

  /**
   * A try without a network must not make a deletion one that may have been sent: while the connection is lost something harmless
   * goes first, so that it can be taken back until there is a server to hear of it.
   */
  async #assertConnection(batch: readonly OutboxEntry[], signal: AbortSignal): Promise<void> {
    const { outbox, isConnected, askServer } = this.#options
    const last = batch.findLast(mayBeTakenBack)
    if (last === undefined || isConnected() || (await outbox.wasOffered(last))) return
    await askServer(signal)
  }
}

const mayBeTakenBack = ({ mutation }: OutboxEntry): boolean => mutation.ops.every(({ action }) => action === 'delete')

/** The next mutations in order, within what one push may carry, all made on one device. One mutation alone always goes. */
function takeBatch(entries: readonly OutboxEntry[], after: number, max: number): OutboxEntry[] {
  const batch: OutboxEntry[] = []
  let bytes = 0
  for (const entry of entries) {
    if (entry.position <= after) continue
    bytes += entry.bytes + 1
    if (batch[0] !== undefined && (batch.length >= max || bytes > batchMaxBytes || !isSameOrigin(batch[0], entry))) break
    batch.push(entry)
  }
  return batch
}

const isSameOrigin = (a: OutboxEntry, b: OutboxEntry): boolean =>
  a.origin?.deviceId === b.origin?.deviceId && a.origin?.clockOffsetMs === b.origin?.clockOffsetMs
