import type { Ports } from '../../platform/ports.ts'
import type { OutboxEntry } from '../../storage/unsent-store.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { AdaptiveBatch } from '../adaptive-batch.ts'
import type { WithLock } from '../../outbox/local-parts.ts'

const batchMaxBytes = 900_000

type PushBatchesOptions = {
  outbox: Outbox
  withLock: WithLock
  ports: Pick<Ports, 'monotonic'>
  /** Mutations per push at most. */
  most: number
  isConnected: () => boolean
  /** Sends a harmless request. @throws if the server does not answer */
  askServer: (signal: AbortSignal) => Promise<void>
}

/** Chooses the next mutations, fewer on a slow network or after the server or a proxy found a push too large. */
export class PushBatches {
  readonly #options: PushBatchesOptions
  readonly #batchSize: AdaptiveBatch
  /** What the server, or a proxy, accepts at once. */
  #takenMax: number

  constructor(options: PushBatchesOptions) {
    this.#options = options
    this.#takenMax = options.most
    this.#batchSize = new AdaptiveBatch({ least: 1, most: options.most, monotonic: options.ports.monotonic })
  }

  /** The oldest mutations after the position; empty if none. Notes deletions as offered first. */
  async next(after: number, signal: AbortSignal): Promise<OutboxEntry[]> {
    const { outbox, isConnected, withLock } = this.#options
    // Offline, leave out the mutation whose rows are still being stored: if storing fails, it can be withdrawn.
    const take = (): OutboxEntry[] => takeBatch(isConnected() ? outbox.sendable : outbox.finished, after, Math.min(this.#takenMax, this.#batchSize.size))
    for (;;) {
      const batch = take()
      if (batch.length > 0 && !batch.some(mayBeTakenBack)) {
        outbox.unfinished.noteLeaving(batch)
        return batch
      }
      await this.#assertConnection(batch, signal)
      const askedUpTo = batch.findLast(mayBeTakenBack)?.position ?? 0
      // Under the lock no deletion can be undone; once noted, it cannot be undone on this device alone.
      const next = await withLock(async () => {
        const taken = take()
        const last = taken.findLast(mayBeTakenBack)
        if (last === undefined) return taken
        // This deletion was written during the wait for the lock: check the connection first.
        if (last.position > askedUpTo && !isConnected() && !(await outbox.wasOffered(last))) return undefined
        await outbox.noteOffered(last.position)
        return taken
      })
      if (next !== undefined) return next
    }
  }

  /** Runs one try with `count` mutations and adapts to its duration. */
  run<T>(attempt: (limitMs: number) => Promise<T>, count: number): Promise<T> {
    return this.#batchSize.run(attempt, count)
  }

  grow(): void {
    this.#takenMax = Math.min(this.#options.most, this.#takenMax * 2)
  }

  /** Call after a push of `count` mutations was too large. */
  halve(count: number): void {
    this.#takenMax = Math.max(1, Math.floor(count / 2))
  }

  /**
   * While offline, a failed push would make a deletion count as possibly sent. A harmless request goes first, so that
   * deletions can be undone until the server answers.
   */
  async #assertConnection(batch: readonly OutboxEntry[], signal: AbortSignal): Promise<void> {
    const { outbox, isConnected, askServer } = this.#options
    const last = batch.findLast(mayBeTakenBack)
    if (last === undefined || isConnected() || (await outbox.wasOffered(last))) return
    await askServer(signal)
  }
}

const mayBeTakenBack = ({ mutation }: OutboxEntry): boolean => mutation.ops.every(({ action }) => action === 'delete')

/** The next mutations in order, all made on one device, within the size limit; at least one. */
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
