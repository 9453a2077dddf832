import { breathe, PackedCompaction } from './packed-compaction.ts'
import type { PackedStore } from './packed-store.ts'

/**
 * Decides when a store is compacted: when nothing was written for a while, or when much was. Tabs do not wait for each other, one may
 * stand still: of two that do it at one time the second finds that the first was faster.
 */
export class PackedKeeper {
  readonly #store: PackedStore
  readonly #compaction: PackedCompaction
  readonly #closing = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<unknown> = Promise.resolve()
  #isRunning = false

  constructor(store: PackedStore) {
    this.#store = store
    this.#compaction = new PackedCompaction(store, breathe)
  }

  /** After each write. */
  noteWrite(): void {
    if (this.#closing.signal.aborted) return
    const { busyRows, idleMs } = this.#store.sizes
    const overlaid = [...this.#store.directory.groups()].reduce((sum, [, { overlay }]) => sum + overlay.size, 0)
    if (overlaid >= busyRows && !this.#isRunning) return void this.compact().catch(() => undefined)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#compactIfWorthIt(), idleMs)
  }

  /** Puts everything, or one group, in order. */
  compact(group?: string): Promise<void> {
    clearTimeout(this.#timer)
    const { signal } = this.#closing
    const run = async (): Promise<void> => {
      this.#isRunning = true
      try {
        if (!signal.aborted) await this.#compaction.run(signal, group)
      } finally {
        this.#isRunning = false
      }
    }
    const next = this.#running.then(run)
    this.#running = next.catch(() => undefined)
    return next
  }

  /** What runs ends at its next step; nothing is half done. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#closing.abort()
    await this.#running
  }

  #compactIfWorthIt(): void {
    if (this.#closing.signal.aborted || this.#isRunning) return
    const { runs, rows } = this.#compaction.knownWork()
    if (runs > 0 || rows >= this.#store.sizes.idleRows) void this.compact().catch(() => undefined)
  }
}
