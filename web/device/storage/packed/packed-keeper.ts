import type { ColumnMaker } from './columns/column-maker.ts'
import { breathe, PackedCompaction } from './packed-compaction.ts'
import type { PackedStore } from './packed-store.ts'

/**
 * Decides when a store is compacted: when nothing was written for a while, or when much was; columns are made later than that. Tabs do
 * not wait for each other, one may stand still: of two that do it at one time the second finds that the first was faster.
 */
export class PackedKeeper {
  readonly #store: PackedStore
  readonly #compaction: PackedCompaction
  readonly #closing = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<unknown> = Promise.resolve()
  #isRunning = false
  /** Something was given up that the disk must not keep, however little else there is to do. */
  #mustForget = false
  /** Its code comes when it is needed: nothing waits for it. */
  #columns: ColumnMaker | undefined

  constructor(store: PackedStore) {
    this.#store = store
    this.#compaction = new PackedCompaction(store, breathe)
  }

  /** What the last page left undone is done when this one has nothing else to do. */
  noteOpening(): void {
    this.#waitForIdle()
  }

  /** After each write. */
  noteWrite(): void {
    if (this.#closing.signal.aborted) return
    const { busyRows } = this.#store.sizes
    const overlaid = [...this.#store.directory.groups()].reduce((sum, [, { overlay }]) => sum + overlay.size, 0)
    if (overlaid >= busyRows && !this.#isRunning) return void this.compact().catch(() => undefined)
    this.#waitForIdle()
  }

  /** Before a write that gives up a value for good: segments hold what rows were until they are compacted. */
  noteForgotten(): void {
    this.#mustForget = true
  }

  /** Puts everything, or one group, in order. */
  compact(group?: string): Promise<void> {
    clearTimeout(this.#timer)
    return this.#runAlone(async (signal) => {
      if (group === undefined) this.#mustForget = false
      await this.#compaction.run(signal, group)
      // New segments have no columns yet.
      if (this.#mayLackColumns()) this.#waitForIdle()
    })
  }

  /** What runs ends at its next step; nothing is half done. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#closing.abort()
    await this.#running
  }

  #waitForIdle(): void {
    if (this.#closing.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#workIfWorthIt(), this.#store.sizes.idleMs)
  }

  #workIfWorthIt(): void {
    if (this.#closing.signal.aborted || this.#isRunning) return
    const { runs, rows } = this.#compaction.knownWork()
    if (runs > 0 || this.#mustForget || rows >= this.#store.sizes.idleRows) void this.compact().catch(() => undefined)
    else if (this.#mayLackColumns()) void this.#runAlone((signal) => this.#makeColumns(signal)).catch(() => undefined)
  }

  #mayLackColumns(): boolean {
    if (this.#columns !== undefined) return this.#columns.knownWork() > 0
    return this.#store.directory.heads().some(({ group }) => this.#store.columnsOf(group) !== undefined)
  }

  async #makeColumns(signal: AbortSignal): Promise<void> {
    this.#columns ??= new (await import('./columns/column-maker.ts')).ColumnMaker(this.#store, breathe)
    await this.#columns.run(signal)
  }

  #runAlone(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#closing
    const run = async (): Promise<void> => {
      this.#isRunning = true
      try {
        if (!signal.aborted) await work(signal)
      } finally {
        this.#isRunning = false
      }
    }
    const next = this.#running.then(run)
    this.#running = next.catch(() => undefined)
    return next
  }
}
