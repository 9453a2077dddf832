import type { CollectionName } from '#schema/collections/index.ts'
import { type Build, BuildTurns, Pace } from './build-turns.ts'
import { watchSet } from '../../platform/observable.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import type { RowChange } from '../../storage/rows/row-news.ts'
import type { ColumnSheet } from '../../storage/packed/columns/column-sheet.ts'
import type { TakeSheets } from '../../storage/packed/packed-scan.ts'
import type { Row } from '../../rows/rows.ts'
import { mergeSorted, placeOf, SortedRuns } from './sorted-runs.ts'

/** Entries by id. Bulk additions are indexed on the first look-up or when idle. */
class EntryIndex<Entry extends { id: string }> {
  readonly #byId = new Map<string, Entry>()
  #waiting: Entry[] = []

  get size(): number {
    return this.#byId.size + this.#waiting.length
  }

  /** Adds entries whose ids are not in the index. */
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

/** The fields of a row that a list needs in memory. */
export type ProjectionEntry = { id: string; sortKey: string }

/** Undemanded projections start after the first paint. */
const startDelayMs = 300

const retryPausesMs = [500, 2_000, 10_000] as const

/** Up to this many changes are inserted one by one; more are merged in one pass. */
const fewChanges = 50

const rowsPerLook = 64

/**
 * `holds`: whether a changed row belongs to the projection. `countKey`: what `countOf` counts an entry as. `fromSheet`:
 * converts the sheets given to `takeSheets` to entries in list order; without it all rows come as rows.
 */
export type ProjectionSource<Entry> = {
  scan: (takeSheets?: TakeSheets) => AsyncGenerator<Row[]>
  holds: (row: Row) => boolean
  toEntry: (row: Row) => Entry
  fromSheet?: ((sheet: ColumnSheet) => Entry[]) | undefined
  countKey?: (entry: Entry) => string
  /** Called for each replaced, added or removed entry; undefined for none. */
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
 * One shop's rows as a list needs them: compact, in memory, in list order, kept current by the change stream. Built in
 * short steps after the first paint.
 */
export class Projection<Entry extends ProjectionEntry> implements Build {
  readonly #entries = new EntryIndex<Entry>()
  #sorted: Entry[] = []
  /** Entries changed since the last sort, with their former entry in `#sorted`. */
  readonly #placedById = new Map<string, Entry | undefined>()
  #version = 0
  readonly #countByKey = new Map<string, number>()
  #isReady = false
  #urgency = 0
  /** Ids changed by the latest versions. */
  #recent: { version: number; ids: string[] }[] = []
  #touched: Set<string> | undefined = new Set()
  readonly #listeners = new Set<() => void>()
  readonly #source: ProjectionSource<Entry>
  readonly #turns: BuildTurns
  readonly ready: Promise<void>
  readonly #start = Promise.withResolvers<void>()

  constructor(source: ProjectionSource<Entry>, turns = new BuildTurns()) {
    this.#source = source
    this.#turns = turns
    setTimeout(() => this.#start.resolve(), startDelayMs)
    this.ready = this.#start.promise.then(() => this.#buildWithPatience())
    // `demand` reports a failure to its caller; a list falls back to its index.
    this.ready.catch(() => undefined)
  }

  /** Builds it now, before earlier demands. */
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

  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#entries.size
  }

  countOf(isMeant: (key: string) => boolean): number {
    let count = 0
    for (const [key, counted] of this.#countByKey) if (isMeant(key)) count += counted
    return count
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

  /** All entries in list order, empty until ready. Valid until the next change, which moves them in place. */
  sorted(): readonly Entry[] {
    if (this.#isReady && this.#placedById.size > 0) this.#place()
    return this.#sorted
  }

  /** Ids changed after a version; undefined when there are too many or the version is too old. */
  changedSince(version: number): ReadonlySet<string> | undefined {
    if (version === this.#version) return new Set()
    if ((this.#recent[0]?.version ?? Number.POSITIVE_INFINITY) > version + 1) return undefined
    return new Set(this.#recent.flatMap((change) => (change.version > version ? change.ids : [])))
  }

  subscribe(listener: () => void): () => void {
    return watchSet(this.#listeners, listener)
  }

  /** Applies changes of the collection; ignores rows of others. */
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
    this.#count(before, -1)
    this.#count(entry, 1)
    this.#source.onPlaced?.(before, entry)
    if (entry === undefined) entryById.delete(id)
    else entryById.set(id, entry)
  }

  #count(entry: Entry | undefined, by: 1 | -1): void {
    const key = entry && this.#source.countKey?.(entry)
    if (key !== undefined) this.#countByKey.set(key, (this.#countByKey.get(key) ?? 0) + by)
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

  /** Retries a failed read (storage busy or full), keeping what changed meanwhile. */
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

  /** Adds a sheet's entries except those changed since it was read; returns the added ones. */
  #addAll(entries: readonly Entry[]): readonly Entry[] {
    const touched = this.#touched
    const added = touched === undefined || touched.size === 0 ? entries : entries.filter(({ id }) => !touched.has(id))
    const { countKey, onPlaced } = this.#source
    if (countKey !== undefined) for (const entry of added) this.#count(entry, 1)
    if (onPlaced !== undefined) for (const entry of added) onPlaced(undefined, entry)
    this.#entries.addAll(added)
    return added
  }

  /** Moves changed entries to their new places in `#sorted`. */
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

/** An id shared by many rows; `place` is an index for caches by id. */
export type SharedId = { readonly id: string; readonly place: number }

/** Interns ids: many rows hold the same few (statuses, employees, customers). */
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
