import { assertSameLife, lifeKey } from '../storage/cleared-store.ts'
import { assertNotLeft, leftKey } from '../storage/stored-work.ts'
import { outboxVersionKey, writeFenceKey } from '../storage/meta-keys.ts'
import { type DeviceStore, type OutboxEntry, type ReachedPlace, readMeta } from '../storage/unsent-store.ts'
import { StolenLockError } from '../storage/write-lock.ts'
import type { Row, RowKey } from '../rows/rows.ts'
import type { OutboxChange, OutboxMirror } from './memory/outbox-mirror.ts'
import { keepSent, noteReached, readReached } from './sent.ts'

/** Which bases the newest versions changed, so that other tabs read those alone: thousands may lie there. */
const trailKey = (version: number): string => `outboxTrail/${version}`
const trailVersions = 50
const trailMaxKeys = 1_000

/** What one reading of the tables gave. */
export type OutboxRead = { version: number; entries: OutboxEntry[]; baseByKey: Map<RowKey, Row | null>; reachedByShop: ReadonlyMap<string, ReachedPlace> }

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
  #fence = 0
  #life: unknown

  constructor(store: DeviceStore, mirror: OutboxMirror) {
    this.#store = store
    this.#mirror = mirror
  }

  /** What this tab holds is of version `version` now. */
  noteVersion(version: number): void {
    this.#version = version
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
      return { version: now, entries: await this.#readEntries(), baseByKey: await this.#readBases(now), reachedByShop: await readReached(store) }
    })
  }

  /** In one transaction: what is removed leaves, bases and refused mutations come in, what was taken is kept. */
  async storeChange(change: OutboxChange): Promise<void> {
    const store = this.#store
    const { sent = [] } = change
    this.#version = await store.transaction('rw', [store.outbox, store.bases, store.refused, store.sent, store.meta], async () => {
      // One behind the other as the storage takes them, without waiting for each: none reads what another writes.
      const [version] = await Promise.all([
        this.bumpVersion([...change.droppedBases, ...change.bases.map(({ key }) => key)]),
        this.#deleteEntries(change.removed),
        store.refused.bulkPut(change.refused),
        keepSent(store, sent).then(() => noteReached(store, sent)),
        this.#deleteBases(change.droppedBases).then(() => store.bases.bulkPut(change.bases)),
      ])
      return version
    })
  }

  /** Inside the transaction of a change. */
  async bumpVersion(changedBases: readonly RowKey[]): Promise<number> {
    const { meta } = this.#store
    const { version: stored, fence } = await this.#readState()
    if (fence !== this.#fence) throw new StolenLockError()
    const version = stored + 1
    await Promise.all([
      meta.bulkPut([
        { key: outboxVersionKey, value: version },
        { key: trailKey(version), value: changedBases.length > trailMaxKeys ? null : changedBases },
      ]),
      meta.delete(trailKey(version - trailVersions)),
    ])
    return version
  }

  /** Inside a transaction that put back what this tab held: the version goes on from there, and all tabs read everything. */
  async bumpVersionAnew(): Promise<void> {
    await bumpVersionAnew(this.#store, this.#version)
  }

  /** @throws AppError UNAVAILABLE when the person has signed out; StoreClearedError when the storage was emptied */
  async #readState(): Promise<{ version: number; life: string | undefined; fence: number }> {
    const [version, left, life, fence] = await this.#store.meta.bulkGet([outboxVersionKey, leftKey, lifeKey, writeFenceKey])
    assertNotLeft(left?.value)
    assertSameLife(this.#life, life?.value)
    return { version: (version?.value as number | undefined) ?? 0, life: life?.value as string | undefined, fence: (fence?.value as number | undefined) ?? 0 }
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
  async #readBases(version: number): Promise<Map<RowKey, Row | null>> {
    const { bases, meta } = this.#store
    const missed = version - this.#version
    const isTold = this.#version >= 0 && missed > 0 && missed <= trailVersions
    const trail = isTold ? await meta.bulkGet(Array.from({ length: missed }, (_, index) => trailKey(version - index))) : []
    const keys = trail.flatMap((entry) => (entry?.value as RowKey[] | null | undefined) ?? [])
    if (!isTold || trail.some((entry) => entry?.value == null)) return new Map((await bases.toArray()).map(({ key, row }) => [key, row]))
    const baseByKey = new Map(this.#mirror.baseByKey)
    const changed = [...new Set(keys)]
    for (const [index, base] of (await bases.bulkGet(changed)).entries()) {
      const key = changed[index]
      if (key === undefined) continue
      if (base === undefined) baseByKey.delete(key)
      else baseByKey.set(key, base.row)
    }
    return baseByKey
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

  async #deleteBases(keys: readonly RowKey[]): Promise<void> {
    const { bases } = this.#store
    const held = this.#mirror.baseByKey
    const known = new Set(keys.filter((key) => held.has(key)))
    if (known.size > 1 && known.size === held.size) await bases.clear()
    else await bases.bulkDelete([...known])
  }
}
