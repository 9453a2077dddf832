import { assertSameLife, lifeKey } from '../storage/clearing/cleared-store.ts'
import { assertNotLeft, leftKey } from '../storage/stored-work.ts'
import { outboxVersionKey, writeFenceKey } from '../storage/meta-keys.ts'
import { type BaseRow, type DeviceStore, type OutboxEntry, type ReachedPlace, readMeta, type SentBatch, type SentEntry } from '../storage/unsent-store.ts'
import { StolenLockError } from '../storage/write-lock.ts'
import { BaseRecords } from './memory/base-records.ts'
import type { OutboxChange, OutboxMirror } from './memory/outbox-mirror.ts'
import { noteRenumbered } from '../numbers/renumbered.ts'
import { keepSent, noteReached, readReached, toSentRecords } from './sent.ts'

/** Which records of bases the newest versions changed, so that other tabs read those alone: thousands may lie there. */
const trailKey = (version: number): string => `outboxTrail/${version}`
const trailVersions = 50
const trailMaxKeys = 1_000

/** What one reading of the tables gave. */
export type OutboxRead = { version: number; entries: OutboxEntry[]; bases: BaseRecords; reachedByShop: ReadonlyMap<string, ReachedPlace> }

/** The write lock is taken from a tab that stands still: whoever held it until now stores nothing more. */
export async function raiseFence(store: DeviceStore): Promise<void> {
  await store.transaction('rw', store.meta, async () => {
    await store.meta.put({ key: writeFenceKey, value: ((await readMeta<number>(store, writeFenceKey)) ?? 0) + 1 })
  })
}

/** Inside a transaction that changed the tables past `OutboxTables`: all tabs read everything anew. `known`: the version that this one read. */
export async function bumpVersionAnew(store: DeviceStore, known = 0): Promise<void> {
  const version = Math.max(known, (await readMeta<number>(store, outboxVersionKey)) ?? 0) + 1
  await store.meta.bulkPut([
    { key: outboxVersionKey, value: version },
    { key: trailKey(version), value: null },
  ])
}

/**
 * The outbox on the disk. Each change gives it the next version, by which other tabs see that they must read again. `mirror`: what
 * this tab held after it read, or wrote, last.
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

  /** What was read is what this tab holds now. */
  noteRead({ version, bases }: OutboxRead): void {
    this.#version = version
    this.#bases = bases
  }

  /** What this tab holds is of version `version` now, with bases of rows that had none. */
  noteAppended(version: number, bases: readonly BaseRow[]): void {
    this.#version = version
    this.#bases.note({ puts: [...bases], deletes: [] })
  }

  /** Everything is read anew next time. */
  forgetVersion(): void {
    this.#version = -1
  }

  /** In a storage that was emptied, which has a life of its own. */
  forgetLife(): void {
    this.#version = -1
    this.#life = undefined
  }

  /** Whether the storage was emptied since this tab read it first. */
  async isCleared(): Promise<boolean> {
    return this.#life !== undefined && (await readMeta(this.#store, lifeKey)) !== this.#life
  }

  /** @throws StolenLockError when the write lock was taken from this tab since it last looked */
  async assertHeld(): Promise<void> {
    if (((await readMeta<number>(this.#store, writeFenceKey)) ?? 0) !== this.#fence) throw new StolenLockError()
  }

  /**
   * What another tab may have written; undefined when nothing was.
   * @throws StoreClearedError when the storage was emptied: this tab still holds what lay there
   * @throws AppError UNAVAILABLE when the person has signed out
   */
  async readNew(): Promise<OutboxRead | undefined> {
    const { version, life, fence } = await this.#readState()
    this.#life = life
    this.#fence = fence
    if (version === this.#version) return undefined
    const store = this.#store
    // Nothing is taken over before all of it was read, or a read that failed would never be done again.
    return store.transaction('r', store.outbox, store.bases, store.meta, async () => {
      const now = (await readMeta<number>(store, outboxVersionKey)) ?? 0
      return { version: now, entries: await this.#readEntries(), bases: await this.#readBases(now), reachedByShop: await readReached(store) }
    })
  }

  /** In one transaction, behind everything that waits. `addBeside` is part of it, and given the last position. */
  async addEntries(
    entries: readonly Omit<OutboxEntry, 'position'>[],
    bases: readonly BaseRow[],
    addBeside?: (last: number) => Promise<unknown>,
  ): Promise<OutboxEntry[]> {
    const store = this.#store
    // Dexie writes the keys that it makes into the objects it is given.
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

  /** In one transaction: what is removed leaves, bases and refused mutations come in, what was taken is kept. Answers how it is kept. */
  async storeChange(change: OutboxChange): Promise<(SentEntry | SentBatch)[]> {
    const store = this.#store
    const { sent = [], reachedByShop = new Map<string, ReachedPlace>(), renumbered = [] } = change
    const stored = await store.transaction('rw', [store.outbox, store.bases, store.refused, store.sent, store.meta], async () => {
      const version = await this.#takeVersion()
      const bases = this.#bases.plan(change.droppedBases, change.bases, version)
      const records = toSentRecords(sent, version)
      // One behind the other as the storage takes them, without waiting for each: none reads what another writes.
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
   * Inside the transaction of a change. `names`: of the records of bases that it changes. Goes on by Dexie's own promises: `await` beside
   * other requests of the transaction could outlive it.
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

  /** Inside a transaction that put back what this tab held: the version goes on from there, and all tabs read everything. */
  async bumpVersionAnew(): Promise<void> {
    await bumpVersionAnew(this.#store, this.#version)
  }

  /** @throws AppError UNAVAILABLE when the person has signed out; StoreClearedError when the storage was emptied */
  #readState(): Promise<{ version: number; life: string | undefined; fence: number }> {
    return this.#store.meta.bulkGet([outboxVersionKey, leftKey, lifeKey, writeFenceKey]).then(([version, left, life, fence]) => {
      assertNotLeft(left?.value)
      assertSameLife(this.#life, life?.value)
      return { version: (version?.value as number | undefined) ?? 0, life: life?.value as string | undefined, fence: (fence?.value as number | undefined) ?? 0 }
    })
  }

  /** Entries never change, so only those not known yet are read: thousands may wait, and each answer moves the version. */
  async #readEntries(): Promise<OutboxEntry[]> {
    const { outbox } = this.#store
    const entryByPosition = new Map(this.#mirror.entries.map((entry) => [entry.position, entry]))
    const positions = await outbox.orderBy('position').primaryKeys()
    const unknown = await outbox.bulkGet(positions.filter((position) => !entryByPosition.has(position)))
    for (const entry of unknown) if (entry !== undefined) entryByPosition.set(entry.position, entry)
    return positions.flatMap((position) => entryByPosition.get(position) ?? [])
  }

  /** Only those that changed since, where the trail tells them. */
  async #readBases(version: number): Promise<BaseRecords> {
    const { bases, meta } = this.#store
    const missed = version - this.#version
    const isTold = this.#version >= 0 && missed > 0 && missed <= trailVersions
    const trail = isTold ? await meta.bulkGet(Array.from({ length: missed }, (_, index) => trailKey(version - index))) : []
    if (!isTold || trail.some((entry) => entry?.value == null)) return new BaseRecords(await bases.toArray())
    const names = [...new Set(trail.flatMap((entry) => (entry?.value as string[] | null | undefined) ?? []))]
    return this.#bases.with(names, await bases.bulkGet(names))
  }

  /** Mutations are mostly answered in a row: one request takes them all. */
  async #deleteEntries(removed: readonly OutboxEntry[]): Promise<void> {
    const { outbox } = this.#store
    const positions = removed.map(({ position }) => position)
    const [first, last] = [Math.min(...positions), Math.max(...positions)]
    const isWhole = this.#mirror.entries.filter(({ position }) => position >= first && position <= last).length === removed.length
    if (removed.length > 1 && isWhole) await outbox.where('position').between(first, last, true, true).delete()
    else await outbox.bulkDelete(positions)
  }
}
