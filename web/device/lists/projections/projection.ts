import type { CollectionName } from '#schema/collections/index.ts'
import { type Build, BuildTurns, Pace } from './build-turns.ts'
import { watchSet } from '../../platform/observable.ts'
import type { LocalDatabase, RowChange } from '../../storage/row-database.ts'
import type { ColumnSheet } from '../../storage/packed/columns/column-sheet.ts'
import type { TakeSheets } from '../../storage/packed/packed-scan.ts'
import type { Row } from '../../rows/rows.ts'
import { mergeSorted, placeOf, SortedRuns } from './sorted-runs.ts'

/** Entries by their ids. Many that come at once are put in their places when somebody asks for one, or when nothing else happens. */
class EntryIndex<Entry extends { id: string }> {
  readonly #byId = new Map<string, Entry>()
  #waiting: Entry[] = []

  get size(): number {
    return this.#byId.size + this.#waiting.length
  }

  /** Entries whose ids are not here yet. */
  addAll(entries: readonly Entry[]): void {
    for (const entry of entries) this.#waiting.push(entry)
  }

  byId(): Map<string, Entry> {
    for (const entry of this.#waiting) this.#byId.set(entry.id, entry)
    if (this.#waiting.length > 0) this.#waiting = []
    return this.#byId
  }

  async putInPlace(pace: Pace): Promise<void> {
    for (let entry = this.#waiting.pop(); entry !== undefined; entry = this.#waiting.pop()) {
      this.#byId.set(entry.id, entry)
      if (this.#waiting.length % 64 === 0 && pace.isRestDue) await pace.rest()
    }
  }
}

/** What a list knows of a row without its document. */
export type ProjectionEntry = { id: string; sortKey: string }

/** A projection that nobody is in a hurry for leaves the first paint alone. */
const startDelayMs = 300

/** Between tries to read the rows. */
const retryPausesMs = [500, 2_000, 10_000] as const

/** Up to so many changes at once are put into place one by one; more are merged in one pass. */
const fewChanges = 50

/** Rows between two looks at the time. */
const rowsPerLook = 64

/**
 * What a projection is made of; `holds` tells whether a row that changed belongs to it, `isCounted` which entries its `counted` counts.
 * `fromSheet`: what `takeSheets` was given, as entries in list order; without it all rows come as rows.
 */
export type ProjectionSource<Entry> = {
  scan: (takeSheets?: TakeSheets) => AsyncGenerator<Row[]>
  holds: (row: Row) => boolean
  toEntry: (row: Row) => Entry
  fromSheet?: ((sheet: ColumnSheet) => Entry[]) | undefined
  isCounted?: (entry: Entry) => boolean
  /** Hears of each entry that takes the place of another, undefined where there is none. */
  onPlaced?: (before: Entry | undefined, after: Entry | undefined) => void
}

export const shopSource = <Entry>(
  database: LocalDatabase,
  collection: CollectionName,
  shopId: string,
  toEntry: (row: Row) => Entry,
  fromSheet?: (sheet: ColumnSheet) => Entry[],
): ProjectionSource<Entry> => ({
  scan: (takeSheets) => database.scan(collection, { shopId, ...(takeSheets !== undefined && { takeSheets }) }),
  holds: (row) => row.shopId === shopId,
  toEntry,
  fromSheet,
})

/**
 * The rows of one shop as a list needs them: compact, in memory, in list order, kept current by the change stream.
 * Built in short steps behind the first paint.
 */
export class Projection<Entry extends ProjectionEntry> implements Build {
  readonly #entries = new EntryIndex<Entry>()
  #sorted: Entry[] = []
  /** What changed since the entries were sorted, and what stands in its place there. */
  readonly #placedById = new Map<string, Entry | undefined>()
  #version = 0
  #counted = 0
  #isReady = false
  #urgency = 0
  /** The ids that the newest versions changed. */
  #recent: { version: number; ids: string[] }[] = []
  /** While it is built: rows that changed meanwhile, which the scan must not overwrite. */
  #touched: Set<string> | undefined = new Set()
  readonly #listeners = new Set<() => void>()
  readonly #source: ProjectionSource<Entry>
  readonly #turns: BuildTurns
  /** Resolves when it is built; see `demand`. */
  readonly ready: Promise<void>
  readonly #start = Promise.withResolvers<void>()

  constructor(source: ProjectionSource<Entry>, turns = new BuildTurns()) {
    this.#source = source
    this.#turns = turns
    setTimeout(() => this.#start.resolve(), startDelayMs)
    this.ready = this.#start.promise.then(() => this.#buildWithPatience())
    // Whoever waits for it hears of a failure; a list falls back to its index.
    this.ready.catch(() => undefined)
  }

  /** Somebody waits for it: builds it now, before whatever was demanded earlier. */
  demand(): Promise<void> {
    if (!this.#isReady) this.#urgency = this.#turns.takeUrgency()
    this.#start.resolve()
    return this.ready
  }

  get urgency(): number {
    return this.#urgency
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#entries.size
  }

  /** How many entries `isCounted` says true of. */
  get counted(): number {
    return this.#counted
  }

  get(id: string): Entry | undefined {
    return this.#entries.byId().get(id)
  }

  values(): IterableIterator<Entry> {
    return this.#entries.byId().values()
  }

  some(isMeant: (entry: Entry) => boolean): boolean {
    for (const entry of this.values()) if (isMeant(entry)) return true
    return false
  }

  /** All entries in list order, none before it is ready; to be used until the next change only, which moves them in place. */
  sorted(): readonly Entry[] {
    if (this.#isReady && this.#placedById.size > 0) this.#place()
    return this.#sorted
  }

  /** Ids of what changed after a version; undefined when that was many, or too long ago to know. */
  changedSince(version: number): ReadonlySet<string> | undefined {
    if (version === this.#version) return new Set()
    if ((this.#recent[0]?.version ?? Number.POSITIVE_INFINITY) > version + 1) return undefined
    return new Set(this.#recent.flatMap((change) => (change.version > version ? change.ids : [])))
  }

  subscribe(listener: () => void): () => void {
    return watchSet(this.#listeners, listener)
  }

  /** Takes changes of the collection; those of other rows pass by. */
  apply(changes: readonly RowChange[]): void {
    const changed: string[] = []
    const entryById = this.#entries.byId()
    for (const { id, row } of changes) {
      const isHere = row !== undefined && this.#source.holds(row)
      if (!isHere && !entryById.has(id) && this.#touched === undefined) continue
      this.#touched?.add(id)
      if (!this.#placedById.has(id)) this.#placedById.set(id, entryById.get(id))
      this.#set(id, isHere ? this.#source.toEntry(row) : undefined)
      changed.push(id)
    }
    if (changed.length === 0) return
    this.#note(changed)
    this.#announce()
  }

  #set(id: string, entry: Entry | undefined): void {
    const entryById = this.#entries.byId()
    const before = entryById.get(id)
    if (before !== undefined && this.#source.isCounted?.(before) === true) this.#counted--
    if (entry !== undefined && this.#source.isCounted?.(entry) === true) this.#counted++
    this.#source.onPlaced?.(before, entry)
    if (entry === undefined) entryById.delete(id)
    else entryById.set(id, entry)
  }

  #announce(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }

  #note(ids: string[]): void {
    this.#recent.push({ version: this.#version + 1, ids })
    let known = 0
    const tooMany = this.#recent.findLastIndex((change) => (known += change.ids.length) > fewChanges)
    this.#recent.splice(0, tooMany + 1)
  }

  /** A read that failed (the storage was busy or full) is tried again, from what changed meanwhile on. */
  async #buildWithPatience(): Promise<void> {
    for (const pauseMs of [...retryPausesMs, undefined]) {
      this.#turns.begin(this)
      try {
        return await this.#build()
      } catch (error) {
        if (pauseMs === undefined) throw error
        for (const id of this.#entries.byId().keys()) if (this.#touched?.has(id) !== true) this.#set(id, undefined)
      } finally {
        this.#turns.end(this)
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  async #build(): Promise<void> {
    const { fromSheet, scan, toEntry } = this.#source
    const runs = new SortedRuns<Entry>()
    const sheets: ColumnSheet[] = []
    await this.#turns.turnOf(this)
    const pace = new Pace()
    for await (const batch of scan(fromSheet && ((given) => sheets.push(...given)))) {
      for (const [index, row] of batch.entries()) {
        if (index % rowsPerLook === 0 && pace.isRestDue) await pace.rest()
        if (this.#touched?.has(row.id)) continue
        const entry = toEntry(row)
        this.#set(row.id, entry)
        runs.add(entry)
      }
      await this.#turns.turnOf(this)
    }
    for (const sheet of sheets) {
      if (pace.isRestDue) await pace.rest()
      runs.addSorted(this.#addAll(fromSheet?.(sheet) ?? []))
    }
    this.#sorted = await runs.merge(pace)
    this.#touched = undefined
    this.#isReady = true
    this.#recent = []
    this.#announce()
    setTimeout(() => void this.#entries.putInPlace(new Pace()), startDelayMs)
  }

  /** Adds entries of a sheet but for those that have changed since it was read, and answers those that were added. */
  #addAll(entries: readonly Entry[]): readonly Entry[] {
    const touched = this.#touched
    const added = touched === undefined || touched.size === 0 ? entries : entries.filter(({ id }) => !touched.has(id))
    const { isCounted, onPlaced } = this.#source
    if (isCounted !== undefined) for (const entry of added) if (isCounted(entry)) this.#counted++
    if (onPlaced !== undefined) for (const entry of added) onPlaced(undefined, entry)
    this.#entries.addAll(added)
    return added
  }

  /** Takes out of the sorted entries what has changed, and puts it in where it belongs now. */
  #place(): void {
    const changed = [...this.#placedById]
    this.#placedById.clear()
    const added = changed.flatMap(([id]) => this.get(id) ?? [])
    if (changed.length > fewChanges) {
      const gone = new Set<Entry | undefined>(changed.map(([, placed]) => placed))
      this.#sorted = mergeSorted(
        this.#sorted.filter((entry) => !gone.has(entry)),
        added.sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1)),
      )
      return
    }
    for (const [, placed] of changed) if (placed !== undefined) this.#takeOut(placed)
    for (const entry of added) this.#sorted.splice(placeOf(this.#sorted, entry.sortKey), 0, entry)
  }

  #takeOut(placed: Entry): void {
    const at = this.#sorted.indexOf(placed, placeOf(this.#sorted, placed.sortKey))
    if (at !== -1) this.#sorted.splice(at, 1)
  }
}

/** An id that many rows hold, with a number of its own to keep by what was found out about it. */
export type SharedId = { readonly id: string; readonly place: number }

/** Many rows hold the same few ids (statuses, employees, customers): each is kept once. */
export function createSharedIds(): (id: string) => SharedId {
  const known = new Map<string, SharedId>()
  return (id) => {
    const found = known.get(id)
    if (found !== undefined) return found
    const made = { id, place: known.size }
    known.set(id, made)
    return made
  }
}
