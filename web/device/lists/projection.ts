import type { CollectionName } from '#schema/collections/index.ts'
import { watchSet } from '../platform/observable.ts'
import type { LocalDatabase, RowChange } from '../storage/row-database.ts'
import type { Row } from '../rows/rows.ts'

/** What a list knows of a row without its document. */
export type ProjectionEntry = { id: string; sortKey: string }

/** A projection that nobody is in a hurry for leaves the first paint alone. */
const startDelayMs = 300

/** Between tries to read the rows. */
const retryPausesMs = [500, 2_000, 10_000] as const

/** Up to so many changes at once are put into place one by one; more are merged in one pass. */
const fewChanges = 50

/** What a projection is made of; `holds` tells whether a row that changed belongs to it. */
export type ProjectionSource<Entry> = { scan: () => AsyncGenerator<Row[]>; holds: (row: Row) => boolean; toEntry: (row: Row) => Entry }

export const shopSource = <Entry>(
  database: LocalDatabase,
  collection: CollectionName,
  shopId: string,
  toEntry: (row: Row) => Entry,
): ProjectionSource<Entry> => ({
  scan: () => database.scan(collection, { shopId }),
  holds: (row) => row.shopId === shopId,
  toEntry,
})

/**
 * The rows of one shop as a list needs them: compact, in memory, in list order, kept current by the change stream.
 * Built in batches behind the first paint.
 */
export class Projection<Entry extends ProjectionEntry> {
  readonly #entryById = new Map<string, Entry>()
  #sorted: Entry[] = []
  #unmerged = new Map<string, Entry | undefined>()
  #version = 0
  #isReady = false
  /** While it is built: rows that changed meanwhile, which the scan must not overwrite. */
  #touched: Set<string> | undefined = new Set()
  readonly #listeners = new Set<() => void>()
  readonly #source: ProjectionSource<Entry>
  /** Resolves when it is built; see `demand`. */
  readonly ready: Promise<void>
  readonly #start = Promise.withResolvers<void>()

  constructor(source: ProjectionSource<Entry>) {
    this.#source = source
    setTimeout(() => this.#start.resolve(), startDelayMs)
    this.ready = this.#start.promise.then(() => this.#buildWithPatience(source.scan))
    // Whoever waits for it hears of a failure; a list falls back to its index.
    this.ready.catch(() => undefined)
  }

  /** Somebody waits for it: builds it now. */
  demand(): Promise<void> {
    this.#start.resolve()
    return this.ready
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#entryById.size
  }

  get(id: string): Entry | undefined {
    return this.#entryById.get(id)
  }

  values(): IterableIterator<Entry> {
    return this.#entryById.values()
  }

  some(isMeant: (entry: Entry) => boolean): boolean {
    for (const entry of this.#entryById.values()) if (isMeant(entry)) return true
    return false
  }

  /** All entries in list order. */
  sorted(): readonly Entry[] {
    if (this.#unmerged.size > 0) this.#merge()
    return this.#sorted
  }

  subscribe(listener: () => void): () => void {
    return watchSet(this.#listeners, listener)
  }

  /** Takes changes of the collection; those of other rows pass by. */
  apply(changes: readonly RowChange[]): void {
    let isChanged = false
    for (const { id, row } of changes) {
      const isHere = row !== undefined && this.#source.holds(row)
      if (!isHere && !this.#entryById.has(id) && this.#touched === undefined) continue
      this.#touched?.add(id)
      const entry = isHere ? this.#source.toEntry(row) : undefined
      if (entry === undefined) this.#entryById.delete(id)
      else this.#entryById.set(id, entry)
      this.#unmerged.set(id, entry)
      isChanged = true
    }
    if (isChanged) this.#announce()
  }

  #announce(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }

  /** A read that failed (the storage was busy or full) is tried again, from what changed meanwhile on. */
  async #buildWithPatience(scan: () => AsyncGenerator<Row[]>): Promise<void> {
    for (const pauseMs of [...retryPausesMs, undefined]) {
      try {
        return await this.#build(scan())
      } catch (error) {
        if (pauseMs === undefined) throw error
        for (const id of this.#entryById.keys()) if (this.#touched?.has(id) !== true) this.#entryById.delete(id)
        this.#sorted = []
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  async #build(batches: AsyncGenerator<Row[]>): Promise<void> {
    for await (const batch of batches) {
      for (const row of batch) {
        if (this.#touched?.has(row.id)) continue
        const entry = this.#source.toEntry(row)
        this.#entryById.set(row.id, entry)
        this.#sorted.push(entry)
      }
    }
    this.#touched = undefined
    this.#sorted.sort(bySortKey)
    this.#isReady = true
    this.#announce()
  }

  #merge(): void {
    const changed = this.#unmerged
    this.#unmerged = new Map()
    const kept = this.#sorted.filter((entry) => !changed.has(entry.id))
    const added = [...changed.values()].filter((entry) => entry !== undefined)
    if (added.length <= fewChanges) {
      for (const entry of added) kept.splice(placeOf(kept, entry), 0, entry)
      this.#sorted = kept
      return
    }
    added.sort(bySortKey)
    this.#sorted = mergeSorted(kept, added)
  }
}

const bySortKey = (a: ProjectionEntry, b: ProjectionEntry): number => (a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : 0)

function placeOf(sorted: readonly ProjectionEntry[], entry: ProjectionEntry): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = sorted[middle]
    if (other !== undefined && other.sortKey < entry.sortKey) low = middle + 1
    else high = middle
  }
  return low
}

function mergeSorted<Entry extends ProjectionEntry>(a: readonly Entry[], b: readonly Entry[]): Entry[] {
  const merged: Entry[] = []
  let next = 0
  for (const entry of a) {
    for (let other = b[next]; other !== undefined && other.sortKey < entry.sortKey; other = b[++next]) merged.push(other)
    merged.push(entry)
  }
  for (; next < b.length; next++) merged.push(b[next] as Entry)
  return merged
}

/** Many rows hold the same few texts (statuses, employees, customers): one copy of each is kept. */
export function createInterner(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    known.set(text, text)
    return text
  }
}
