import type { ColumnMaker } from './columns/column-maker.ts'
import { breathe, PackedCompaction } from './packed-compaction.ts'
import type { Companion, PackedStore } from './packed-store.ts'

/** `groups`: groups with values that must leave the disk. `beside` removes such values from other tables; it may wait for locks. */
type Forgetting = { groups: readonly string[]; beside: () => Promise<void> }

/** Idle-time factor after another tab's write: the writing tab compacts first, unless it has closed. */
const heardTimes = 10

/**
 * Decides when to compact: when idle, or when the overlay is large; columns are built later. Tabs do not wait for each
 * other, as one may be frozen: of two compactions at once, the second detects that it lost.
 */
export class CompactionScheduler {
  readonly #store: PackedStore
  readonly #compaction: PackedCompaction
  readonly #forgetting: Forgetting
  readonly #closing = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<unknown> = Promise.resolve()
  #isRunning = false
  /** Loaded on demand. */
  #columns: ColumnMaker | undefined

  constructor(store: PackedStore, forgetting: Forgetting = { groups: [], beside: async () => undefined }) {
    this.#store = store
    this.#forgetting = forgetting
    this.#compaction = new PackedCompaction(store, breathe)
  }

  /** Does at idle time what the last page left undone. */
  noteOpening(): void {
    this.#waitForIdle()
  }

  noteWrite(): void {
    if (this.#closing.signal.aborted) return
    const { busyRows } = this.#store.sizes
    const overlaid = [...this.#store.directory.groups()].reduce((sum, [, { overlay }]) => sum + overlay.size, 0)
    if (overlaid >= busyRows && !this.#isRunning) return void this.compact().catch(() => undefined)
    this.#waitForIdle()
  }

  /** Another tab wrote, perhaps just before it closed. */
  noteHeard(): void {
    if (this.#timer === undefined) this.#waitForIdle(heardTimes * this.#store.sizes.idleMs)
  }

  compact(group?: string): Promise<void> {
    this.#stopWaiting()
    return this.#runAlone(async (signal) => {
      await this.#compaction.run(signal, group)
      // New segments have no columns yet.
      if (this.#mayLackColumns()) this.#waitForIdle()
    })
  }

  /** Stops after the current step; each step is complete. */
  async close(): Promise<void> {
    this.#stopWaiting()
    this.#closing.abort()
    await this.#running
  }

  #waitForIdle(durationMs = this.#store.sizes.idleMs): void {
    if (this.#closing.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#isRunning) this.#waitForIdle()
      else void this.#workIfWorthIt().catch(() => undefined)
    }, durationMs)
  }

  /** Like a write that gives a value up, for values stored beside the rows. */
  async noteForgotten(group: string): Promise<void> {
    // A unique value: a run that found the earlier note must not clear this one.
    await this.#store.tables.notes.put({ key: groupPrefix + group, value: Math.random() })
    this.noteWrite()
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async #workIfWorthIt(): Promise<void> {
    const forgotten = await findForgotten(this.#store, this.#forgetting.groups)
    if (forgotten.size > 0) await this.#forgetting.beside()
    if (this.#closing.signal.aborted) return
    const { runs, rows } = this.#compaction.knownWork()
    if (runs > 0 || rows >= this.#store.sizes.idleRows) await this.compact()
    else if (forgotten.size === 0 && this.#mayLackColumns()) await this.#runAlone((signal) => this.#makeColumns(signal))
    if (forgotten.size > 0) await this.#forget(forgotten)
  }

  /** Segments hold earlier row states until compacted, so compact even if there is little else to do. */
  async #forget(forgotten: Forgotten): Promise<void> {
    for (const group of forgotten.keys()) await this.compact(group)
    if (!this.#closing.signal.aborted) await takeForgotten(this.#store, forgotten)
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

/** Groups that may still hold forgotten values on disk, each with the last change that gave one up. */
type Forgotten = ReadonlyMap<string, number | undefined>

const groupPrefix = 'forgotten/'
/** Set after the first cleanup: earlier app versions gave up values without a note. */
const notedKey = 'forgotten'

/** Notes in the same transaction that a value was given up: if the page closes early, the next one finishes the removal. */
export const notingForgotten = ({ tables, directory }: PackedStore, group: string, companion: Companion): Companion => ({
  tables: [...companion.tables, tables.notes],
  async store(isWhole) {
    await Promise.all([companion.store(isWhole), tables.notes.put({ key: groupPrefix + group, value: directory.state.change })])
  },
})

async function findForgotten({ tables }: PackedStore, groups: readonly string[]): Promise<Forgotten> {
  if (groups.length === 0) return new Map()
  const [noted, ...found] = await tables.notes.bulkGet([notedKey, ...groups.map((group) => groupPrefix + group)])
  return new Map(
    groups.flatMap((group, index) => (noted !== undefined && found[index] === undefined ? [] : [[group, found[index]?.value as number | undefined]])),
  )
}

/** Clears the notes, unless another value was given up meanwhile. */
async function takeForgotten({ tables }: PackedStore, forgotten: Forgotten): Promise<void> {
  await tables.transaction('rw', tables.notes, async () => {
    for (const [group, change] of forgotten) {
      const now = await tables.notes.get(groupPrefix + group)
      if (now !== undefined && now.value === change) await tables.notes.delete(now.key)
    }
    await tables.notes.put({ key: notedKey, value: true })
  })
}
