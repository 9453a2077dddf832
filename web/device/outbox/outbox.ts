import type { Json } from '#schema/values/merge.ts'
import type { MutationResult } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { isQuotaError } from '../platform/storage-errors.ts'
import type { OpInput } from '../rows/op-input.ts'
import { type PendingMutation, opToKey } from '../rows/rebase.ts'
import { type Row, type RowKey, rowKey } from '../rows/rows.ts'
import type { BaseRow, DeviceStore, OutboxEntry, ReachedPlace, RefusedEntry } from '../storage/unsent-store.ts'
import { type Answered, answersToChange } from './answered.ts'
import { findMark, type FormMutation, markKey, type MutationSource, turnDraftIntoMark, type WrittenMark } from './form-mutations.ts'
import { noteOffered, readOffered, storeOffered } from '../storage/offered.ts'
import { giveNumbers } from '../numbers/number-leases.ts'
import { type OutboxChange, OutboxMirror } from './memory/outbox-mirror.ts'
import { OutboxTables } from './outbox-tables.ts'
import { goOnCounting, type HeldBeside, putMissing } from './put-missing.ts'
import { takeRetried } from './refused.ts'
import { SentMutations } from './memory/sent-mutations.ts'
import { UnfinishedMutation } from './memory/unfinished-mutation.ts'
import type { TakenNote } from './sent.ts'

/** Rows with more waiting mutations than this are rebuilt only after half of them are answered. */
const rebasedAtOnce = 200

/** Rows that show all waiting mutations but not the newest base yet: rebuilding them after each answer would take too long. */
export class DeferredRows {
  readonly #late = new Set<RowKey>()
  /** For such rows: the number of waiting mutations at the last rebuild. */
  readonly #mutationsWhenMade = new Map<RowKey, number>()

  readonly #countWaiting: (key: RowKey) => number

  constructor(countWaiting: (key: RowKey) => number) {
    this.#countWaiting = countWaiting
  }

  keys(): RowKey[] {
    return [...this.#late]
  }

  /** False while over half of the mutations of the last rebuild still wait: more answers are due. */
  isDue(key: RowKey): boolean {
    return this.#countWaiting(key) <= Math.max(rebasedAtOnce, (this.#mutationsWhenMade.get(key) ?? Number.POSITIVE_INFINITY) / 2)
  }

  putOff(keys: readonly RowKey[]): void {
    for (const key of keys) this.#late.add(key)
  }

  noteMade(keys: readonly RowKey[]): void {
    for (const key of keys) {
      const waiting = this.#countWaiting(key)
      this.#late.delete(key)
      if (waiting > rebasedAtOnce) this.#mutationsWhenMade.set(key, waiting)
      else this.#mutationsWhenMade.delete(key)
    }
  }
}

/**
 * The waiting mutations, and the server's state (base) of every row that they touch. A local row always equals
 * `rebase(base, waiting mutations)`, so it can be rebuilt after any crash. All calls but the getters need the write
 * lock.
 */
export class Outbox {
  readonly #store: DeviceStore
  readonly #mirror = new OutboxMirror()
  readonly #tables: OutboxTables
  /** Rows whose rebuild is postponed. */
  readonly late = new DeferredRows((key) => this.#mirror.entriesOf(key).length)
  /** Mutations that the server took, kept in case it is set back. */
  readonly kept = new SentMutations()
  readonly unfinished = new UnfinishedMutation()
  /** WrittenMarks of form mutations that this tab stored. */
  readonly #marks = new Map<string, WrittenMark>()
  #reachedByShop: ReadonlyMap<string, ReachedPlace> = new Map()

  constructor(store: DeviceStore) {
    this.#store = store
    this.#tables = new OutboxTables(store, this.#mirror)
  }

  get entries(): readonly OutboxEntry[] {
    return this.#mirror.entries
  }

  /** The entries that may be sent now; may be read without the write lock. */
  get sendable(): readonly OutboxEntry[] {
    return this.unfinished.sendableOf(this.entries)
  }

  /** The same without unfinished ones, whose documents are still being stored. */
  get finished(): readonly OutboxEntry[] {
    return this.unfinished.finishedOf(this.entries)
  }

  get isEmpty(): boolean {
    return this.#mirror.isEmpty
  }

  /** The shops' feed positions at the newest answer to a push. */
  get reachedByShop(): ReadonlyMap<string, ReachedPlace> {
    return this.#reachedByShop
  }

  dirtyKeys(): RowKey[] {
    return this.#mirror.dirtyKeys()
  }

  isDirty(key: RowKey): boolean {
    return this.#mirror.isDirty(key)
  }

  isWaiting(key: RowKey): boolean {
    return this.#mirror.isWaiting(key)
  }

  /** Undefined when this device does not know the server's state of the row. */
  baseOf(key: RowKey): Row | null | undefined {
    return this.#mirror.baseByKey.get(key)
  }

  /** The collection's rows as the server has them, for dirty or recently answered rows. */
  basesOf(collection: CollectionName): Row[] {
    return this.#mirror.basesOf(collection)
  }

  mutationsOf(key: RowKey): PendingMutation[] {
    return this.#mirror.mutationsOf(key)
  }

  /** The record of a form's stored mutation; undefined if it was not stored. */
  findMark(form: FormMutation): Promise<WrittenMark | undefined> {
    return findMark(this.#store, form.id)
  }

  isCleared(): Promise<boolean> {
    return this.#tables.isCleared()
  }

  /** @throws StolenLockError when the write lock was taken from this tab since its last read */
  assertHeld(): Promise<void> {
    return this.#tables.assertHeld()
  }

  /** Reads other tabs' changes; true if there are any. @throws as `OutboxTables.readNew` */
  async refresh(): Promise<boolean> {
    const read = await this.#tables.readNew()
    if (read === undefined) return false
    this.#tables.noteRead(read)
    this.#mirror.replace(read.entries, read.bases.toBases())
    this.#reachedByShop = read.reachedByShop
    return true
  }

  /** Reads everything after the tables were changed without these methods. */
  async reload(): Promise<void> {
    this.#tables.forgetVersion()
    await this.refresh()
    if (this.kept.isHeld) await this.holdSent()
  }

  /**
   * Restores what this tab holds and the cleared storage lacks, and reads what other tabs restored. `beside`: the tab's
   * other data, including the new `life` id.
   */
  async storeAgain(beside: HeldBeside): Promise<void> {
    const store = this.#store
    await store.transaction('rw', [store.outbox, store.bases, store.refused, store.sent, store.newer, store.drafts, store.meta], async () => {
      await putMissing(store, {
        ...beside,
        entries: this.entries,
        bases: [...this.#mirror.baseByKey].map(([key, row]) => ({ key, row })),
        marks: this.#marks,
        sent: this.kept.entries(),
        reachedByShop: this.#reachedByShop,
      })
      await goOnCounting(store, this.kept.entries())
      await this.#tables.bumpVersionAnew()
    })
    this.#mirror.forgetEntries()
    this.#tables.forgetLife()
    await this.refresh()
  }

  /**
   * Stores a mutation and the bases of its clean rows in one transaction. That also deletes `retried`, replaces the
   * draft of `form` by a WrittenMark, and takes `numbers` from the lease.
   * @throws AppError NOT_FOUND when the refused change was retried or discarded already; CONFLICT when the form was
   *   saved before
   */
  async append(entry: Omit<OutboxEntry, 'position'>, bases: BaseRow[], { retried, form, numbers }: MutationSource = {}): Promise<OutboxEntry> {
    const store = this.#store
    // Copy: Dexie writes the generated key into its argument.
    const added: Omit<OutboxEntry, 'position'> = { ...entry }
    const [draft, , position, , version] = await store.transaction('rw', [store.outbox, store.bases, store.refused, store.drafts, store.meta], () =>
      // Issued without awaiting each: none reads what another writes, and one failure aborts all.
      Promise.all([
        form === undefined ? undefined : turnDraftIntoMark(store, form),
        retried === undefined ? undefined : takeRetried(store, retried.id),
        store.outbox.add(added),
        bases.length === 0 ? undefined : store.bases.bulkPut(bases),
        this.#tables.bumpVersion(bases.map(({ key }) => key)),
        numbers === undefined ? undefined : giveNumbers(store, numbers),
      ]),
    )
    const stored = { ...added, position }
    this.#tables.noteAppended(version, bases)
    this.unfinished.begin(stored, form?.mutation, draft)
    if (form !== undefined) this.#marks.set(form.mutation.id, form.mark)
    this.#mirror.add(stored)
    this.#mirror.putBases(bases)
    return stored
  }

  /** Appends imported mutations and refused changes, all or none. */
  async appendAll(entries: readonly Omit<OutboxEntry, 'position'>[], bases: readonly BaseRow[], refused: readonly RefusedEntry[]): Promise<void> {
    const store = this.#store
    const stored = await this.#tables.addEntries(entries, bases, async (last) => {
      // Imported mutations of this device may have been sent before.
      if (entries.some(({ origin }) => origin === undefined)) await storeOffered(store, last)
      await store.refused.bulkAdd(refused)
    })
    this.#mirror.addAll(stored, bases)
  }

  /** Appends mutations that were made together, all or none, with the note of their run. They are sent once their documents are stored. */
  async appendTogether(
    entries: readonly Omit<OutboxEntry, 'position'>[],
    bases: readonly BaseRow[],
    note?: { key: string; value: Json },
  ): Promise<OutboxEntry[]> {
    const stored = await this.#tables.addEntries(entries, bases, note && (() => this.#store.meta.put(note)))
    if (stored[0] !== undefined) this.unfinished.beginFrom(stored[0])
    this.#mirror.addAll(stored, bases)
    return stored
  }

  /** Removes an unsent mutation: its documents could not be stored, or the user undid it. */
  async remove(entry: OutboxEntry, retried?: RefusedEntry, droppedBases?: RowKey[]): Promise<void> {
    const orphaned = droppedBases ?? entry.keys.filter((key) => this.#mirror.entriesOf(key).length <= 1)
    const store = this.#store
    const { form, draft } = this.unfinished.sourceOf(entry)
    await store.transaction('rw', [store.outbox, store.bases, store.refused, store.sent, store.drafts, store.meta], async () => {
      if (form !== undefined) await store.meta.delete(markKey(form.id))
      if (draft !== undefined) await store.drafts.put(draft)
      await this.#commit({ removed: [entry], bases: [], droppedBases: orphaned, refused: retried === undefined ? [] : [retried] })
    })
    if (form !== undefined) this.#marks.delete(form.id)
  }

  /** Removes several; no two may touch the same row. */
  async removeTogether(removed: readonly OutboxEntry[], droppedBases?: RowKey[]): Promise<void> {
    const orphaned = droppedBases ?? removed.flatMap(({ keys }) => keys.filter((key) => this.#mirror.entriesOf(key).length <= 1))
    await this.#commit({ removed: [...removed], bases: [], droppedBases: orphaned, refused: [] })
  }

  /**
   * The deletion that these ops fully undo, if it cannot have been sent: made here, never pushed or exported, and its
   * rows are unchanged since.
   */
  async findUndone(inputs: readonly OpInput[]): Promise<OutboxEntry | undefined> {
    const entry = findUndoneDeletion(this.#mirror, inputs)
    return entry === undefined || entry.origin !== undefined || (await this.wasOffered(entry)) ? undefined : entry
  }

  noteOffered(position: number): Promise<void> {
    return noteOffered(this.#store, position)
  }

  async wasOffered({ position }: OutboxEntry): Promise<boolean> {
    return position <= (await readOffered(this.#store))
  }

  /**
   * Applies the answers to a push: answered mutations leave, refused ones move to the refused table, the answered rows
   * become the new bases, and taken mutations are kept with their `noteOf`. Resolves to the keys of these rows and of
   * refused ones. `onKeys` gets all of them before anything is stored.
   */
  async settle(
    results: readonly MutationResult[],
    toRefused: (entry: OutboxEntry, result: MutationResult) => RefusedEntry,
    noteOf: (id: string) => TakenNote | undefined = () => undefined,
    onKeys: (keys: readonly RowKey[]) => void = () => undefined,
  ): Promise<Omit<Answered, 'change'>> {
    const { change, ...answered } = answersToChange(this.#mirror, results, toRefused, noteOf)
    onKeys(answered.keys)
    await this.#commit(change)
    return answered
  }

  /** The rows' documents are stored: their bases may be dropped, with the last mutation at the latest. */
  async releaseBases(keys: readonly RowKey[]): Promise<void> {
    this.#mirror.noteStored(keys)
    if (this.#mirror.leftovers.size === this.#mirror.baseByKey.size) await this.dropBases([...this.#mirror.leftovers])
  }

  /** Stores the server's newest state of dirty rows, from a pull. */
  async putBases(bases: BaseRow[]): Promise<void> {
    await this.#commit({ removed: [], bases, droppedBases: [], refused: [] })
  }

  /** Drops bases of rows without waiting mutations, or of an ended feed. */
  async dropBases(keys: readonly RowKey[]): Promise<void> {
    const known = keys.filter((key) => this.#mirror.baseByKey.has(key))
    if (known.length > 0) await this.#commit({ removed: [], bases: [], droppedBases: known, refused: [] })
  }

  /** Loads the kept mutations into memory; call it again after some were forgotten. */
  holdSent(): Promise<void> {
    return this.kept.hold(this.#store)
  }

  /** Another tab took the lead and may forget some kept mutations. */
  letSentGo(): void {
    this.kept.letGo()
  }

  /** Call inside another writer's transaction: every tab reads the tables again. */
  async noteChange(changedBases: readonly RowKey[]): Promise<void> {
    await this.#tables.bumpVersion(changedBases)
  }

  async #commit(change: OutboxChange): Promise<void> {
    try {
      await this.#storeChange(change)
    } catch (error) {
      // A full storage must not keep taken mutations in the outbox.
      if (!isQuotaError(error) || change.sent === undefined || change.sent.length === 0) throw error
      await this.#storeChange({ ...change, sent: [] })
    }
    this.#mirror.take(change)
  }

  async #storeChange(change: OutboxChange): Promise<void> {
    const records = await this.#tables.storeChange(change)
    if (records.length > 0) this.kept.note(records)
    this.#reachedByShop = new Map([...this.#reachedByShop, ...(change.reachedByShop ?? [])])
  }
}

/** The waiting deletion that these ops fully undo; undefined if they do anything else, or its rows changed since. */
function findUndoneDeletion(mirror: OutboxMirror, inputs: readonly OpInput[]): OutboxEntry | undefined {
  const restored = new Map(inputs.flatMap((input) => (input.action === 'restore' ? [[rowKey(input.collection, input.id), input.deletion] as const] : [])))
  const [first] = restored.keys()
  const entry = first === undefined || restored.size < inputs.length ? undefined : mirror.entriesOf(first).at(-1)
  if (entry === undefined || entry.mutation.ops.length !== restored.size) return undefined
  const isUndone = entry.mutation.ops.every((op) => {
    const key = opToKey(op)
    return op.action === 'delete' && restored.has(key) && (restored.get(key) ?? entry.mutation.id) === entry.mutation.id
  })
  return isUndone && entry.keys.every((key) => mirror.entriesOf(key).at(-1) === entry) ? entry : undefined
}
