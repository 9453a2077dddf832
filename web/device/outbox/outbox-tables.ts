import { assertSameLife, lifeKey } from '../storage/cleared-store.ts'
import { assertNotLeft, leftKey } from '../storage/stored-work.ts'
import { outboxVersionKey, writeFenceKey } from '../storage/meta-keys.ts'
import { type BaseRow, type DeviceStore, type OutboxEntry, type ReachedPlace, readMeta, type SentBatch, type SentEntry } from '../storage/unsent-store.ts'
import { StolenLockError } from '../storage/write-lock.ts'
import { BaseRecords } from './memory/base-records.ts'
import type { OutboxChange, OutboxMirror } from './memory/outbox-mirror.ts'
import { noteRenumbered } from '../numbers/renumbered.ts'
import { keepSent, noteReached, readReached, toSentRecords } from './sent.ts'

/** The records of bases that a version changed: other tabs read only those, not all of possibly thousands. */
const trailKey = (version: number): string => `outboxTrail/${version}`
const trailVersions = 50
const trailMaxKeys = 1_000

type OutboxRead = { version: number; entries: OutboxEntry[]; bases: BaseRecords; reachedByShop: ReadonlyMap<string, ReachedPlace> }

/** Fences off a frozen tab whose write lock is being taken: its later writes fail. */
export async function raiseFence(store: DeviceStore): Promise<void> {
  await store.transaction('rw', store.meta, async () => {
    await store.meta.put({ key: writeFenceKey, value: ((await readMeta<number>(store, writeFenceKey)) ?? 0) + 1 })
  })
}

/**
 * Call inside a transaction that changed the tables without `OutboxTables`: all tabs read everything again. `known`:
 * the version that this tab read.
 */
export async function bumpVersionAnew(store: DeviceStore, known = 0): Promise<void> {
  const version = Math.max(known, (await readMeta<number>(store, outboxVersionKey)) ?? 0) + 1
  await store.meta.bulkPut([
    { key: outboxVersionKey, value: version },
    { key: trailKey(version), value: null },
  ])
}

/**
 * The stored outbox. Each change increments its version, by which other tabs notice it. `mirror`: this tab's copy after
 * its last read or write.
 */
export class OutboxTables {
  readonly #store: DeviceStore
  readonly #mirror: OutboxMirror
  #version = -1
  #bases = new BaseRecords()
  #fence = 0
  #life: unknown

  constructor(store: DeviceStore, mirror: OutboxMirror) {
    this.#store = store
    this.#mirror = mirror
  }

  noteRead({ version, bases }: OutboxRead): void {
    this.#version = version
    this.#bases = bases
  }

  /** This tab holds `version` now, with bases of rows that had none. */
  noteAppended(version: number, bases: readonly BaseRow[]): void {
    this.#version = version
    this.#bases.note({ puts: [...bases], deletes: [] })
  }

  /** The next read reads everything. */
  forgetVersion(): void {
    this.#version = -1
  }

  /** The storage was cleared, and has a new `life` id. */
  forgetLife(): void {
    this.#version = -1
    this.#life = undefined
  }

  /** Whether the storage was cleared since this tab first read it. */
  async isCleared(): Promise<boolean> {
    return this.#life !== undefined && (await readMeta(this.#store, lifeKey)) !== this.#life
  }

  /** @throws StolenLockError when the write lock was taken from this tab since its last read */
  async assertHeld(): Promise<void> {
    if (((await readMeta<number>(this.#store, writeFenceKey)) ?? 0) !== this.#fence) throw new StolenLockError()
  }

  /**
   * Reads other tabs' changes; undefined without any.
   * @throws StoreClearedError when the storage was cleared: this tab still holds its content
   * @throws AppError UNAVAILABLE when the user has signed out
   */
  async readNew(): Promise<OutboxRead | undefined> {
    const { version, life, fence } = await this.#readState()
    this.#life = life
    this.#fence = fence
    if (version === this.#version) return undefined
    const store = this.#store
    // Set no version before the read is complete, so that a failed one is repeated.
    return store.transaction('r', store.outbox, store.bases, store.meta, async () => {
      const now = (await readMeta<number>(store, outboxVersionKey)) ?? 0
      return { version: now, entries: await this.#readEntries(), bases: await this.#readBases(now), reachedByShop: await readReached(store) }
    })
  }

  /** Appends entries in one transaction, which includes `addBeside`, called with the last position. */
  async addEntries(
    entries: readonly Omit<OutboxEntry, 'position'>[],
    bases: readonly BaseRow[],
    addBeside?: (last: number) => Promise<unknown>,
  ): Promise<OutboxEntry[]> {
    const store = this.#store
    // Copy: Dexie writes generated keys into its arguments.
    const added = entries.map((entry) => ({ ...entry }))
    let positions: number[] = []
    const version = await store.transaction('rw', store.outbox, store.bases, store.refused, store.meta, async () => {
      positions = await store.outbox.bulkAdd(added, { allKeys: true })
      await addBeside?.(positions.at(-1) ?? 0)
      await store.bases.bulkPut(bases)
      return this.bumpVersion(bases.map(({ key }) => key))
    })
    this.noteAppended(version, bases)
    return added.flatMap((entry, index) => {
      const position = positions[index]
      return position === undefined ? [] : [{ ...entry, position }]
    })
  }

  /** Stores a change in one transaction. Resolves to the records in which the sent mutations are kept. */
  async storeChange(change: OutboxChange): Promise<(SentEntry | SentBatch)[]> {
    const store = this.#store
    const { sent = [], reachedByShop = new Map<string, ReachedPlace>(), renumbered = [] } = change
    const stored = await store.transaction('rw', [store.outbox, store.bases, store.refused, store.sent, store.meta], async () => {
      const version = await this.#takeVersion()
      const bases = this.#bases.plan(change.droppedBases, change.bases, version)
      const records = toSentRecords(sent, version)
      // Issued without awaiting each: none reads what another writes.
      await Promise.all([
        this.#noteVersion(version, bases.names),
        this.#deleteEntries(change.removed),
        store.refused.bulkPut(change.refused),
        renumbered.length === 0 ? undefined : noteRenumbered(store, renumbered),
        keepSent(store, records).then(() => noteReached(store, reachedByShop)),
        (bases.isCleared ? store.bases.clear() : store.bases.bulkDelete(bases.deletes)).then(() => store.bases.bulkPut(bases.puts)),
      ])
      return { version, bases, records }
    })
    this.#version = stored.version
    this.#bases.note(stored.bases)
    return stored.records
  }

  /**
   * Call inside the transaction of a change. `names`: the changed records of bases. Uses Dexie's promises: a native
   * `await` next to other requests could outlive the transaction.
   */
  bumpVersion(names: readonly string[]): Promise<number> {
    return this.#takeVersion().then((version) => this.#noteVersion(version, names).then(() => version))
  }

  #takeVersion(): Promise<number> {
    return this.#readState().then(({ version, fence }) => {
      if (fence !== this.#fence) throw new StolenLockError()
      return version + 1
    })
  }

  #noteVersion(version: number, names: readonly string[]): Promise<unknown> {
    const { meta } = this.#store
    return Promise.all([
      meta.bulkPut([
        { key: outboxVersionKey, value: version },
        { key: trailKey(version), value: names.length > trailMaxKeys ? null : names },
      ]),
      meta.delete(trailKey(version - trailVersions)),
    ])
  }

  /** Call inside a transaction that restored this tab's copy: its version is increased, and all tabs read everything. */
  async bumpVersionAnew(): Promise<void> {
    await bumpVersionAnew(this.#store, this.#version)
  }

  /** @throws AppError UNAVAILABLE when the user has signed out; StoreClearedError when the storage was cleared */
  #readState(): Promise<{ version: number; life: string | undefined; fence: number }> {
    return this.#store.meta.bulkGet([outboxVersionKey, leftKey, lifeKey, writeFenceKey]).then(([version, left, life, fence]) => {
      assertNotLeft(left?.value)
      assertSameLife(this.#life, life?.value)
      return { version: (version?.value as number | undefined) ?? 0, life: life?.value as string | undefined, fence: (fence?.value as number | undefined) ?? 0 }
    })
  }

  /** Entries never change, so read only unknown ones: thousands may wait, and each answer increments the version. */
  async #readEntries(): Promise<OutboxEntry[]> {
    const { outbox } = this.#store
    const entryByPosition = new Map(this.#mirror.entries.map((entry) => [entry.position, entry]))
    const positions = await outbox.orderBy('position').primaryKeys()
    const unknown = await outbox.bulkGet(positions.filter((position) => !entryByPosition.has(position)))
    for (const entry of unknown) if (entry !== undefined) entryByPosition.set(entry.position, entry)
    return positions.flatMap((position) => entryByPosition.get(position) ?? [])
  }

  /** Reads only the changed records where the trail covers them. */
  async #readBases(version: number): Promise<BaseRecords> {
    const { bases, meta } = this.#store
    const missed = version - this.#version
    const isTold = this.#version >= 0 && missed > 0 && missed <= trailVersions
    const trail = isTold ? await meta.bulkGet(Array.from({ length: missed }, (_, index) => trailKey(version - index))) : []
    if (!isTold || trail.some((entry) => entry?.value == null)) return new BaseRecords(await bases.toArray())
    const names = [...new Set(trail.flatMap((entry) => (entry?.value as string[] | null | undefined) ?? []))]
    return this.#bases.with(names, await bases.bulkGet(names))
  }

  /** Answers mostly cover consecutive entries: one range request deletes them. */
  async #deleteEntries(removed: readonly OutboxEntry[]): Promise<void> {
    const { outbox } = this.#store
    const positions = removed.map(({ position }) => position)
    const [first, last] = [Math.min(...positions), Math.max(...positions)]
    const isWhole = this.#mirror.entries.filter(({ position }) => position >= first && position <= last).length === removed.length
    if (removed.length > 1 && isWhole) await outbox.where('position').between(first, last, true, true).delete()
    else await outbox.bulkDelete(positions)
  }
}
