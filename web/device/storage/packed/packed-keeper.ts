import type { ColumnMaker } from './columns/column-maker.ts'
import { breathe, PackedCompaction } from './packed-compaction.ts'
import type { Companion, PackedStore } from './packed-store.ts'

/** `groups`: of them, values may be given up for good. `beside`: takes such values out of what lies elsewhere; it may wait for others. */
export type Forgetting = { groups: readonly string[]; beside: () => Promise<void> }

/** Who wrote looks first: other tabs, for which it may be gone, find nothing to do mostly. */
const heardTimes = 10

/**
 * Decides when a store is compacted: when nothing was written for a while, or when much was; columns are made later than that. Tabs do
 * not wait for each other, one may stand still: of two that do it at one time the second finds that the first was faster.
 */
export class PackedKeeper {
  readonly #store: PackedStore
  readonly #compaction: PackedCompaction
  readonly #forgetting: Forgetting
  readonly #closing = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<unknown> = Promise.resolve()
  #isRunning = false
  /** Its code comes when it is needed: nothing waits for it. */
  #columns: ColumnMaker | undefined

  constructor(store: PackedStore, forgetting: Forgetting = { groups: [], beside: async () => undefined }) {
    this.#store = store
    this.#forgetting = forgetting
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

  /** Another tab wrote, perhaps its last before it closed. */
  noteHeard(): void {
    if (this.#timer === undefined) this.#waitForIdle(heardTimes * this.#store.sizes.idleMs)
  }

  /** Puts everything, or one group, in order. */
  compact(group?: string): Promise<void> {
    this.#stopWaiting()
    return this.#runAlone(async (signal) => {
      await this.#compaction.run(signal, group)
      // New segments have no columns yet.
      if (this.#mayLackColumns()) this.#waitForIdle()
    })
  }

  /** What runs ends at its next step; nothing is half done. */
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

  /** As with a write that gives a value up, where what gave it up lies beside the rows. */
  async noteForgotten(group: string): Promise<void> {
    // A value of its own: who found the note of before has not seen this one.
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

  /** Segments hold what rows were until they are compacted, however little else there is to do. */
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

/** Groups whose segments or records may hold what was given up for good, each with the change of the database that gave it up last. */
type Forgotten = ReadonlyMap<string, number | undefined>

const groupPrefix = 'forgotten/'
/** Stands where each giving up is noted: what versions before wrote may hold some that nobody noted. */
const notedKey = 'forgotten'

/** In the transaction that gives a value up: a page that ends before it is off the disk leaves the rest to the next one. */
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

/** They are off the disk, unless something was given up since they were found. */
async function takeForgotten({ tables }: PackedStore, forgotten: Forgotten): Promise<void> {
  await tables.transaction('rw', tables.notes, async () => {
    for (const [group, change] of forgotten) {
      const now = await tables.notes.get(groupPrefix + group)
      if (now !== undefined && now.value === change) await tables.notes.delete(now.key)
    }
    await tables.notes.put({ key: notedKey, value: true })
  })
}
