import type { MutationResult } from '#schema/api/sync.ts'
import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { type HeldBeside, lifeKey, putMissing, StoreClearedError } from '../storage/cleared-store.ts'
import { type BaseRow, type DeviceStore, type OutboxEntry, type ReachedPlace, readMeta, type RefusedEntry, type SentEntry } from '../storage/unsent-store.ts'
import type { Draft } from '../storage/stored-draft.ts'
import type { OpInput } from '../rows/op-input.ts'
import { findMark, type FormMutation, markKey, savedBeforeMessage, type WrittenMark } from './form-mutations.ts'
import { noteOffered, readOffered, storeOffered } from './offered.ts'
import { dealtWithMessage } from './refused.ts'
import { noteReached, readReached, type TakenNote } from './sent.ts'
import { isQuotaError } from '../platform/storage-errors.ts'
import type { PendingMutation } from '../rows/rebase.ts'
import { type Row, type RowKey, rowKey, wireToServerRow } from '../rows/rows.ts'
import { assertNotLeft, leftKey } from '../storage/stored-work.ts'
import { StolenLockError } from '../storage/write-lock.ts'

const versionKey = 'outboxVersion'

/** Rises when the write lock is taken from a tab that stands still. */
const fenceKey = 'writeFence'

/** Whoever held the write lock until now stores nothing more. */
export async function raiseFence(store: DeviceStore): Promise<void> {
  await store.transaction('rw', store.meta, async () => {
    await store.meta.put({ key: fenceKey, value: ((await readMeta<number>(store, fenceKey)) ?? 0) + 1 })
  })
}

/** Which bases the newest versions changed, so that other tabs read those alone: thousands may lie there. */
const trailKey = (version: number): string => `outboxTrail/${version}`
const trailVersions = 50
const trailMaxKeys = 1_000

/** A row with so many waiting mutations, and their answers coming in, is made anew each time half of them are answered. */
const rebasedAtOnce = 200

/** So many bases that nothing waits upon may stay until the outbox is empty, when one request takes all. */
const leftoverMax = 1_000

/** Where a mutation comes from: the refused change that it is another try of, and the form, with what stays of it. */
export type MutationSource = { retried?: RefusedEntry | undefined; form?: { mutation: FormMutation; mark: WrittenMark } | undefined }

/**
 * The mutations that wait for the server, and the server's state of every row they touch. A row of this device is always
 * `rebase(base, waiting mutations)`, so it can be made again after any crash. All calls but the reads happen inside the write lock.
 */
export class Outbox {
  readonly #store: DeviceStore
  #version = -1
  #fence = 0
  #life: unknown
  #entries: OutboxEntry[] = []
  /** The mutation whose documents are being stored: it may still be taken back, so it is not sent yet. */
  #unfinished: { position: number; form: FormMutation | undefined; draft: Draft | undefined } | undefined
  #entriesByKey = new Map<RowKey, OutboxEntry[]>()
  #baseByKey = new Map<RowKey, Row | null>()
  /** Rows that are stored as their bases say, and for which nothing waits. */
  readonly #leftovers = new Set<RowKey>()
  /** Of rows with very many waiting mutations: how many there were when the row was made last. */
  readonly #mutationsWhenMade = new Map<RowKey, number>()
  /** Rows that show all that waits, but not yet on top of the server's newest word. */
  readonly #late = new Set<RowKey>()
  /** Forms' mutations that this tab stored. */
  readonly #marks = new Map<string, WrittenMark>()
  /** Of what was taken by the server and is kept for a while, since somebody set it to 0. */
  keptBytes = 0
  #reachedByShop: ReadonlyMap<string, ReachedPlace> = new Map()
  /** What the server took, held in the leading tab's memory too: the storage may be emptied under it. */
  #sentById: Map<string, SentEntry> | undefined

  constructor(store: DeviceStore) {
    this.#store = store
  }

  get entries(): readonly OutboxEntry[] {
    return this.#entries
  }

  /** What may be sent now; also read outside of the write lock. */
  get sendable(): readonly OutboxEntry[] {
    const end = this.#unfinished?.position
    return end === undefined ? this.#entries : this.#entries.filter(({ position }) => position < end)
  }

  /** The documents of the newest mutation are stored, or never will be: it is final. */
  finish(): void {
    this.#unfinished = undefined
  }

  /** Rows that have a base or waiting mutations. */
  dirtyKeys(): RowKey[] {
    return [...new Set([...this.#baseByKey.keys(), ...this.#entriesByKey.keys()])]
  }

  isDirty(key: RowKey): boolean {
    return this.#entriesByKey.has(key) || this.#baseByKey.has(key)
  }

  isWaiting(key: RowKey): boolean {
    return this.#entriesByKey.has(key)
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0 && this.#baseByKey.size === 0
  }

  /** Undefined when the device never heard the server's state of the row. */
  baseOf(key: RowKey): Row | null | undefined {
    return this.#baseByKey.get(key)
  }

  mutationsOf(key: RowKey): PendingMutation[] {
    return (this.#entriesByKey.get(key) ?? []).map(entryToMutation)
  }

  /** Where the shops' feeds stood at the newest answer to a push. */
  get reachedByShop(): ReadonlyMap<string, ReachedPlace> {
    return this.#reachedByShop
  }

  /** Rows whose making was put off. */
  lateKeys(): RowKey[] {
    return [...this.#late]
  }

  /** False while most of the row's waiting mutations are those it was made with: it shows them, and more answers are about to come. */
  isMakingDue(key: RowKey): boolean {
    const waiting = this.#entriesByKey.get(key)?.length ?? 0
    return waiting <= Math.max(rebasedAtOnce, (this.#mutationsWhenMade.get(key) ?? Number.POSITIVE_INFINITY) / 2)
  }

  putOff(keys: readonly RowKey[]): void {
    for (const key of keys) this.#late.add(key)
  }

  /** The rows were made from their bases and what waits. */
  noteMade(keys: readonly RowKey[]): void {
    for (const key of keys) {
      const waiting = this.#entriesByKey.get(key)?.length ?? 0
      this.#late.delete(key)
      if (waiting > rebasedAtOnce) this.#mutationsWhenMade.set(key, waiting)
      else this.#mutationsWhenMade.delete(key)
    }
  }

  /** What stays of the mutation that a form became; undefined while it became none. */
  findMark(form: FormMutation): Promise<WrittenMark | undefined> {
    return findMark(this.#store, form.id)
  }

  /** Whether the storage was emptied since this tab read it first. */
  async isCleared(): Promise<boolean> {
    return this.#life !== undefined && (await readMeta(this.#store, lifeKey)) !== this.#life
  }

  /**
   * Stores again what this tab holds and the storage does not any more, and reads what other tabs stored.
   * `beside`: what the tab knows beside the outbox, its new life included.
   */
  async storeAgain(beside: HeldBeside): Promise<void> {
    const store = this.#store
    await store.transaction('rw', [store.outbox, store.bases, store.refused, store.sent, store.newer, store.drafts, store.meta], async () => {
      await putMissing(store, {
        ...beside,
        entries: this.#entries,
        bases: [...this.#baseByKey].map(([key, row]) => ({ key, row })),
        marks: this.#marks,
        sent: [...(this.#sentById?.values() ?? [])],
        reachedByShop: this.#reachedByShop,
      })
      await this.#goOnCounting()
      const version = Math.max(this.#version, (await readMeta<number>(store, versionKey)) ?? 0) + 1
      await store.meta.bulkPut([
        { key: versionKey, value: version },
        { key: trailKey(version), value: null },
      ])
    })
    this.#version = -1
    this.#entries = []
    this.#life = undefined
    await this.refresh()
  }

  /** Positions do not begin anew in a store that was emptied; and since nobody knows which mutations had left, none counts as never sent. */
  async #goOnCounting(): Promise<void> {
    const { outbox } = this.#store
    const newest = [...(this.#sentById?.values() ?? [])].reduce<SentEntry | undefined>(
      (last, entry) => (entry.position > (last?.position ?? 0) ? entry : last),
      undefined,
    )
    const last = (await outbox.orderBy('position').last())?.position ?? 0
    if (newest !== undefined && newest.position > last) {
      const { position, mutation, keys, effects, summary, bytes } = newest
      await outbox.put({ position, mutation, keys, effects, summary, bytes })
      await outbox.delete(position)
    }
    await this.noteOffered(Math.max(last, newest?.position ?? 0))
  }

  /** @throws StolenLockError when the write lock was taken from this tab since it last looked */
  async assertHeld(): Promise<void> {
    if (((await readMeta<number>(this.#store, fenceKey)) ?? 0) !== this.#fence) throw new StolenLockError()
  }

  /**
   * Reads again what another tab may have written. True when something was.
   * @throws StoreClearedError when the storage was emptied: this tab still holds what lay there
   * @throws AppError UNAVAILABLE when the person has signed out
   */
  async refresh(): Promise<boolean> {
    const { version, life, fence } = await this.#readState()
    this.#life = life
    this.#fence = fence
    if (version === this.#version) return false
    const store = this.#store
    // Nothing is taken over before all of it was read, or a read that failed would never be done again.
    const read = await store.transaction('r', store.outbox, store.bases, store.meta, async () => {
      const now = (await readMeta<number>(store, versionKey)) ?? 0
      return { version: now, entries: await this.#readEntries(), baseByKey: await this.#readBases(now), reachedByShop: await readReached(store) }
    })
    this.#version = read.version
    this.#entries = read.entries
    this.#baseByKey = read.baseByKey
    this.#reachedByShop = read.reachedByShop
    this.#entriesByKey = new Map()
    this.#leftovers.clear()
    for (const entry of this.#entries) this.#index(entry)
    return true
  }

  /** Entries never change, so only those not known yet are read: thousands may wait, and each answer moves the version. */
  async #readEntries(): Promise<OutboxEntry[]> {
    const { outbox } = this.#store
    const entryByPosition = new Map(this.#entries.map((entry) => [entry.position, entry]))
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
    const baseByKey = new Map(this.#baseByKey)
    const changed = [...new Set(keys)]
    for (const [index, base] of (await bases.bulkGet(changed)).entries()) {
      const key = changed[index]
      if (key === undefined) continue
      if (base === undefined) baseByKey.delete(key)
      else baseByKey.set(key, base.row)
    }
    return baseByKey
  }

  /**
   * Stores the mutation and the bases of rows that it touches first, in one transaction; nothing of both when that fails.
   * `retried`: the refused change that this mutation is another try of; it leaves with the same transaction. So does the draft of
   * `form`, which is marked as written.
   * @throws AppError NOT_FOUND when that change is gone: somebody tried it again already; CONFLICT when the form was saved before
   */
  async append(entry: Omit<OutboxEntry, 'position'>, bases: BaseRow[], { retried, form }: MutationSource = {}): Promise<OutboxEntry> {
    const store = this.#store
    let stored: OutboxEntry | undefined
    let draft: Draft | undefined
    const version = await store.transaction('rw', [store.outbox, store.bases, store.refused, store.drafts, store.meta], async () => {
      if (form !== undefined) {
        if ((await findMark(store, form.mutation.id)) !== undefined) throw new AppError('CONFLICT', savedBeforeMessage)
        draft = await store.drafts.get(form.mutation.draftKey)
        await store.drafts.delete(form.mutation.draftKey)
        await store.meta.put({ key: markKey(form.mutation.id), value: form.mark })
      }
      if (retried !== undefined) {
        if ((await store.refused.get(retried.id)) === undefined) throw new AppError('NOT_FOUND', dealtWithMessage)
        await store.refused.delete(retried.id)
      }
      // Dexie writes the key that it makes into the object it is given.
      const added: Omit<OutboxEntry, 'position'> = { ...entry }
      const position = await store.outbox.add(added)
      stored = { ...added, position }
      await store.bases.bulkPut(bases)
      return this.#bumpVersion(bases.map(({ key }) => key))
    })
    if (stored === undefined) throw new Error('The outbox row was not stored.')
    this.#version = version
    this.#unfinished = { position: stored.position, form: form?.mutation, draft }
    if (form !== undefined) this.#marks.set(form.mutation.id, form.mark)
    this.#entries.push(stored)
    this.#index(stored)
    for (const { key, row } of bases) this.#baseByKey.set(key, row)
    return stored
  }

  /** Stores mutations that came as a file, with refused ones, behind everything that waits already: all of it or nothing. */
  async appendAll(entries: readonly Omit<OutboxEntry, 'position'>[], bases: readonly BaseRow[], refused: readonly RefusedEntry[]): Promise<void> {
    const store = this.#store
    // Dexie writes the keys that it makes into the objects it is given.
    const added = entries.map((entry) => ({ ...entry }))
    let positions: number[] = []
    this.#version = await store.transaction('rw', store.outbox, store.bases, store.refused, store.meta, async () => {
      positions = await store.outbox.bulkAdd(added, { allKeys: true })
      // Mutations that this very device once exported: it may have sent them before they came back.
      if (entries.some(({ origin }) => origin === undefined)) await storeOffered(store, positions.at(-1) ?? 0)
      await store.refused.bulkAdd(refused)
      await store.bases.bulkPut(bases)
      return this.#bumpVersion(bases.map(({ key }) => key))
    })
    for (const [index, entry] of added.entries()) {
      const position = positions[index]
      if (position === undefined) continue
      const stored = { ...entry, position }
      this.#entries.push(stored)
      this.#index(stored)
    }
    for (const { key, row } of bases) this.#baseByKey.set(key, row)
  }

  /**
   * The deletion that these ops undo whole, if nobody can have sent it: made here, never offered to the server nor carried away in a
   * file, and nothing happened to its rows since.
   */
  async findUndone(inputs: readonly OpInput[]): Promise<OutboxEntry | undefined> {
    const restored = new Map(inputs.flatMap((input) => (input.action === 'restore' ? [[rowKey(input.collection, input.id), input.deletion] as const] : [])))
    const [first] = restored.keys()
    const entry = first === undefined || restored.size < inputs.length ? undefined : this.#entriesByKey.get(first)?.at(-1)
    if (entry === undefined || entry.origin !== undefined || entry.mutation.ops.length !== restored.size) return undefined
    const isUndone = entry.mutation.ops.every((op) => {
      const key = rowKey(op.collection as CollectionName, op.id)
      return op.action === 'delete' && restored.has(key) && (restored.get(key) ?? entry.mutation.id) === entry.mutation.id
    })
    const isNewest = entry.keys.every((key) => this.#entriesByKey.get(key)?.at(-1) === entry)
    return isUndone && isNewest && !(await this.wasOffered(entry)) ? entry : undefined
  }

  noteOffered(position: number): Promise<void> {
    return noteOffered(this.#store, position)
  }

  async wasOffered({ position }: OutboxEntry): Promise<boolean> {
    return position <= (await readOffered(this.#store))
  }

  /** Rows of the collection as the server had them, of which something waits or was answered lately. */
  basesOf(collection: CollectionName): Row[] {
    return [...this.#baseByKey].flatMap(([key, row]) => (row !== null && key.startsWith(`${collection}/`) ? [row] : []))
  }

  /** Takes a mutation back that was never sent: its documents could not be stored, or the person took it back. */
  async remove(entry: OutboxEntry, retried?: RefusedEntry, droppedBases?: RowKey[]): Promise<void> {
    const orphaned = droppedBases ?? entry.keys.filter((key) => (this.#entriesByKey.get(key)?.length ?? 0) <= 1)
    const store = this.#store
    const { form, draft } = this.#unfinished?.position === entry.position ? this.#unfinished : {}
    await store.transaction('rw', [store.outbox, store.bases, store.refused, store.sent, store.drafts, store.meta], async () => {
      if (form !== undefined) await store.meta.delete(markKey(form.id))
      if (draft !== undefined) await store.drafts.put(draft)
      await this.#commit({ removed: [entry], bases: [], droppedBases: orphaned, refused: retried === undefined ? [] : [retried] })
    })
    if (form !== undefined) this.#marks.delete(form.id)
  }

  /**
   * Takes the answers to a push: answered mutations leave, refused ones go to the refused table, and the answered rows become the
   * bases that the documents are then made from. What was taken is kept, with `noteOf` it. Answers the keys of these rows, and those that a refusal concerns.
   */
  async settle(
    results: readonly MutationResult[],
    toRefused: (entry: OutboxEntry, result: MutationResult) => RefusedEntry,
    noteOf?: (id: string) => TakenNote | undefined,
  ): Promise<{ keys: RowKey[]; refusedKeys: ReadonlySet<RowKey> }> {
    const sent: SentEntry[] = []
    const entryById = new Map(this.#entries.map((entry) => [entry.mutation.id, entry]))
    const removed = new Set<OutboxEntry>()
    const refused: RefusedEntry[] = []
    const baseByKey = new Map<RowKey, Row | null>()
    const keys = new Set<RowKey>()
    const refusedKeys = new Set<RowKey>()
    for (const result of results) {
      const entry = entryById.get(result.id)
      // Another tab took an answer to it already (this one lost the lead meanwhile): rows have moved on since, by the feed.
      if (entry === undefined) continue
      removed.add(entry)
      for (const key of entry.keys) keys.add(key)
      const note = noteOf?.(result.id)
      if (result.outcome === 'rejected') refused.push(toRefused(entry, result))
      else if (note !== undefined) sent.push({ ...entry, id: result.id, answeredAt: note.serverTime, reached: note.reached?.[entry.mutation.shopId] })
      for (const { collection, document } of result.documents) {
        if (!isCollectionName(collection)) continue
        const key = rowKey(collection, document.id)
        const { row, seq } = wireToServerRow(collection, document)
        const known = baseByKey.has(key) ? baseByKey.get(key) : this.#baseByKey.get(key)
        // An answer that crossed a newer pull must not take the row back.
        if (known != null && seq !== undefined && seq < known.seq) continue
        // "There is none" without a number may as well mean "you may not see it": the rights, and the feed, say which, and when.
        if (known != null && row === null && seq === undefined) continue
        baseByKey.set(key, row)
        keys.add(key)
      }
      if (result.outcome === 'applied') continue
      for (const key of entry.keys) refusedKeys.add(key)
      // A row that only this refused mutation made, and of which nobody ever said anything, is not on the server.
      for (const key of entry.keys) if (!baseByKey.has(key) && !this.#baseByKey.has(key)) baseByKey.set(key, null)
    }
    const bases = [...baseByKey].map(([key, row]) => ({ key, row }))
    await this.#commit({ removed: [...removed], bases, droppedBases: this.#leftovers.size > leftoverMax ? [...this.#leftovers] : [], refused, sent })
    return { keys: [...keys], refusedKeys }
  }

  /** The documents of the rows are stored: bases that nothing waits upon may go, with the last mutation at the latest. */
  async releaseBases(keys: readonly RowKey[]): Promise<void> {
    for (const key of keys) if (this.#baseByKey.has(key) && !this.isWaiting(key)) this.#leftovers.add(key)
    if (this.#leftovers.size === this.#baseByKey.size) await this.dropBases([...this.#leftovers])
  }

  /** The server's newest word on dirty rows, from a pull. */
  async putBases(bases: BaseRow[]): Promise<void> {
    await this.#commit({ removed: [], bases, droppedBases: [], refused: [] })
  }

  /** Forgets bases: of rows for which nothing waits any more, or of a feed that ended. */
  async dropBases(keys: readonly RowKey[]): Promise<void> {
    const known = keys.filter((key) => this.#baseByKey.has(key))
    if (known.length > 0) await this.#commit({ removed: [], bases: [], droppedBases: known, refused: [] })
  }

  /** Reads everything anew, because the tables were changed by other ways than these calls. */
  async reload(): Promise<void> {
    this.#version = -1
    await this.refresh()
    if (this.#sentById !== undefined) await this.holdSent()
  }

  /** From here on, and again after some were forgotten, what the server took is held in memory too. */
  async holdSent(): Promise<void> {
    const { sent } = this.#store
    const ids = await sent.toCollection().primaryKeys()
    const held = await sent.bulkGet(ids.filter((id) => this.#sentById?.has(id) !== true))
    const known = ids.flatMap((id) => this.#sentById?.get(id) ?? [])
    this.#sentById = new Map([...known, ...held].flatMap((entry) => (entry === undefined ? [] : [[entry.id, entry]])))
  }

  /** Another tab leads, and knows what is forgotten of it. */
  letSentGo(): void {
    this.#sentById = undefined
  }

  async #commit(change: Change): Promise<void> {
    await this.#storeChange(change).catch((error: unknown) => {
      // Keeping what the server took must not hold up its leaving when there is no room.
      if (!isQuotaError(error) || change.sent === undefined || change.sent.length === 0) throw error
      return this.#storeChange({ ...change, sent: [] })
    })
    this.#takeOver(change)
  }

  async #storeChange(change: Change): Promise<void> {
    const store = this.#store
    const { sent = [] } = change
    this.#version = await store.transaction('rw', [store.outbox, store.bases, store.refused, store.sent, store.meta], async () => {
      await this.#deleteEntries(change.removed)
      await store.refused.bulkPut(change.refused)
      await store.sent.bulkPut(sent)
      await noteReached(store, sent)
      await this.#deleteBases(change.droppedBases)
      await store.bases.bulkPut(change.bases)
      return this.#bumpVersion([...change.droppedBases, ...change.bases.map(({ key }) => key)])
    })
    if (sent.length === 0) return
    for (const entry of sent) this.#sentById?.set(entry.id, entry)
    this.keptBytes += sent.reduce((sum, { bytes }) => sum + bytes, 0)
    this.#reachedByShop = await readReached(store)
  }

  #takeOver(change: Change): void {
    if (change.removed.length > 0) {
      const positions = new Set(change.removed.map(({ position }) => position))
      this.#entries = this.#entries.filter(({ position }) => !positions.has(position))
      for (const key of new Set(change.removed.flatMap(({ keys }) => keys))) {
        const rest = (this.#entriesByKey.get(key) ?? []).filter(({ position }) => !positions.has(position))
        if (rest.length === 0) this.#entriesByKey.delete(key)
        else this.#entriesByKey.set(key, rest)
      }
    }
    for (const key of change.droppedBases) this.#baseByKey.delete(key)
    for (const { key, row } of change.bases) this.#baseByKey.set(key, row)
    for (const key of [...change.droppedBases, ...change.bases.map((base) => base.key)]) this.#leftovers.delete(key)
  }

  /** Mutations are mostly answered in a row: one request takes them all. */
  async #deleteEntries(removed: readonly OutboxEntry[]): Promise<void> {
    const { outbox } = this.#store
    const positions = removed.map(({ position }) => position)
    const [first, last] = [Math.min(...positions), Math.max(...positions)]
    const isWhole = this.#entries.filter(({ position }) => position >= first && position <= last).length === removed.length
    if (removed.length > 1 && isWhole) await outbox.where('position').between(first, last, true, true).delete()
    else await outbox.bulkDelete(positions)
  }

  async #deleteBases(keys: readonly RowKey[]): Promise<void> {
    const { bases } = this.#store
    const known = new Set(keys.filter((key) => this.#baseByKey.has(key)))
    if (known.size > 1 && known.size === this.#baseByKey.size) await bases.clear()
    else await bases.bulkDelete([...known])
  }

  /** @throws AppError UNAVAILABLE when the person has signed out; StoreClearedError when the storage was emptied */
  async #readState(): Promise<{ version: number; life: string | undefined; fence: number }> {
    const [version, left, life, fence] = await this.#store.meta.bulkGet([versionKey, leftKey, lifeKey, fenceKey])
    assertNotLeft(left?.value)
    if (this.#life !== undefined && life?.value !== this.#life) throw new StoreClearedError()
    return { version: (version?.value as number | undefined) ?? 0, life: life?.value as string | undefined, fence: (fence?.value as number | undefined) ?? 0 }
  }

  /** Inside the transaction of another writer: every tab reads the tables again. */
  async noteChange(changedBases: readonly RowKey[]): Promise<void> {
    await this.#bumpVersion(changedBases)
  }

  async #bumpVersion(changedBases: readonly RowKey[]): Promise<number> {
    const { meta } = this.#store
    const { version: stored, fence } = await this.#readState()
    if (fence !== this.#fence) throw new StolenLockError()
    const version = stored + 1
    await meta.bulkPut([
      { key: versionKey, value: version },
      { key: trailKey(version), value: changedBases.length > trailMaxKeys ? null : changedBases },
    ])
    await meta.delete(trailKey(version - trailVersions))
    return version
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

type Change = { removed: OutboxEntry[]; bases: BaseRow[]; droppedBases: RowKey[]; refused: RefusedEntry[]; sent?: SentEntry[] }

export const entryToMutation = ({ mutation, effects }: OutboxEntry): PendingMutation => ({
  shopId: mutation.shopId,
  at: mutation.at,
  ops: mutation.ops,
  effects,
})
