import type { CollectionName } from '#schema/collections/index.ts'
import type { PendingMutation } from '../../rows/rebase.ts'
import type { Renumbered } from '../../numbers/renumbered.ts'
import type { Row, RowKey } from '../../rows/rows.ts'
import type { BaseRow, OutboxEntry, ReachedPlace, RefusedEntry, SentEntry } from '../../storage/unsent-store.ts'

export type OutboxChange = {
  removed: OutboxEntry[]
  bases: BaseRow[]
  droppedBases: RowKey[]
  refused: RefusedEntry[]
  sent?: SentEntry[]
  /** The shops' feed positions at the newest answer. */
  reachedByShop?: ReadonlyMap<string, ReachedPlace>
  renumbered?: readonly Renumbered[]
}

/** This tab's copy of the outbox tables, read once and then kept current. */
export class OutboxMirror {
  #entries: OutboxEntry[] = []
  #entriesByKey = new Map<RowKey, OutboxEntry[]>()
  #baseByKey = new Map<RowKey, Row | null>()
  /** Rows with an unneeded base: stored as the base says, without waiting mutations. */
  readonly #leftovers = new Set<RowKey>()

  get entries(): readonly OutboxEntry[] {
    return this.#entries
  }

  get baseByKey(): ReadonlyMap<RowKey, Row | null> {
    return this.#baseByKey
  }

  get leftovers(): ReadonlySet<RowKey> {
    return this.#leftovers
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0 && this.#baseByKey.size === 0
  }

  /** Rows with a base or waiting mutations. */
  dirtyKeys(): RowKey[] {
    return [...new Set([...this.#baseByKey.keys(), ...this.#entriesByKey.keys()])]
  }

  isDirty(key: RowKey): boolean {
    return this.#entriesByKey.has(key) || this.#baseByKey.has(key)
  }

  isWaiting(key: RowKey): boolean {
    return this.#entriesByKey.has(key)
  }

  entriesOf(key: RowKey): readonly OutboxEntry[] {
    return this.#entriesByKey.get(key) ?? []
  }

  mutationsOf(key: RowKey): PendingMutation[] {
    return this.entriesOf(key).map(({ mutation, effects }) => ({ shopId: mutation.shopId, at: mutation.at, ops: mutation.ops, effects }))
  }

  basesOf(collection: CollectionName): Row[] {
    return [...this.#baseByKey].flatMap(([key, row]) => (row !== null && key.startsWith(`${collection}/`) ? [row] : []))
  }

  /** Replaces everything after another tab may have written. */
  replace(entries: OutboxEntry[], baseByKey: Map<RowKey, Row | null>): void {
    this.#entries = entries
    this.#baseByKey = baseByKey
    this.#entriesByKey = new Map()
    this.#leftovers.clear()
    for (const entry of entries) this.#index(entry)
  }

  forgetEntries(): void {
    this.#entries = []
  }

  add(entry: OutboxEntry): void {
    this.#entries.push(entry)
    this.#index(entry)
  }

  addAll(entries: readonly OutboxEntry[], bases: readonly BaseRow[]): void {
    for (const entry of entries) this.add(entry)
    this.putBases(bases)
  }

  putBases(bases: readonly BaseRow[]): void {
    for (const { key, row } of bases) this.#baseByKey.set(key, row)
  }

  /** These rows are stored as their bases say. */
  noteStored(keys: readonly RowKey[]): void {
    for (const key of keys) if (this.#baseByKey.has(key) && !this.isWaiting(key)) this.#leftovers.add(key)
  }

  take(change: OutboxChange): void {
    this.#remove(change.removed)
    for (const key of change.droppedBases) this.#baseByKey.delete(key)
    this.putBases(change.bases)
    for (const key of [...change.droppedBases, ...change.bases.map((base) => base.key)]) this.#leftovers.delete(key)
  }

  #remove(removed: readonly OutboxEntry[]): void {
    if (removed.length === 0) return
    const positions = new Set(removed.map(({ position }) => position))
    this.#entries = this.#entries.filter(({ position }) => !positions.has(position))
    for (const key of new Set(removed.flatMap(({ keys }) => keys))) {
      const rest = this.entriesOf(key).filter(({ position }) => !positions.has(position))
      if (rest.length === 0) this.#entriesByKey.delete(key)
      else this.#entriesByKey.set(key, rest)
    }
  }

  #index(entry: OutboxEntry): void {
    for (const key of entry.keys) {
      this.#leftovers.delete(key)
      const entries = this.#entriesByKey.get(key)
      if (entries === undefined) this.#entriesByKey.set(key, [entry])
      else entries.push(entry)
    }
  }
}
