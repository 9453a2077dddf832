import type { OutboxEntry } from '../../storage/unsent-store.ts'
import type { RowKey } from '../../rows/rows.ts'

/** Batches that were sent and whose answers are not stored yet, by the rows that they touch. */
export class InFlight {
  readonly #endByRow = new Map<RowKey, Promise<void>>()
  /** Of batches whose answers may name rows that this device does not know: what goes, or comes back, with a row. */
  readonly #wideEnds = new Set<Promise<void>>()

  get isEmpty(): boolean {
    return this.#endByRow.size === 0
  }

  /** Answers what ends the batch's flight: its answer is stored, or there is none. */
  begin(batch: readonly OutboxEntry[]): () => void {
    const end = Promise.withResolvers<void>()
    const keys = batch.flatMap((entry) => entry.keys)
    for (const key of keys) this.#endByRow.set(key, end.promise)
    if (batch.some(mayNameOtherRows)) this.#wideEnds.add(end.promise)
    return () => {
      this.#wideEnds.delete(end.promise)
      for (const key of keys) if (this.#endByRow.get(key) === end.promise) this.#endByRow.delete(key)
      end.resolve()
    }
  }

  /** A pulled row may or may not hold a mutation that is in flight; its answer says so, so the page waits for it. */
  async whenAnswered(keys: readonly RowKey[]): Promise<void> {
    if (this.isEmpty) return
    await Promise.all(new Set([...this.#wideEnds, ...keys.flatMap((key) => this.#endByRow.get(key) ?? [])]))
  }
}

const mayNameOtherRows = ({ mutation }: OutboxEntry): boolean => mutation.ops.some(({ action }) => action === 'delete' || action === 'restore')
