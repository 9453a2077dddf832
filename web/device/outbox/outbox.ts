import type { MutationResult } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { isQuotaError } from '../platform/storage-errors.ts'
import type { OpInput } from '../rows/op-input.ts'
import type { PendingMutation } from '../rows/rebase.ts'
import type { Row, RowKey } from '../rows/rows.ts'
import type { BaseRow, DeviceStore, OutboxEntry, ReachedPlace, RefusedEntry } from '../storage/unsent-store.ts'
import { type Answered, answersToChange } from './answered.ts'
import { findMark, type FormMutation, markKey, type MutationSource, turnDraftIntoMark, type WrittenMark } from './form-mutations.ts'
import { LateRows } from './memory/late-rows.ts'
import { noteOffered, readOffered, storeOffered } from '../storage/offered.ts'
import { giveNumbers } from '../numbers/number-leases.ts'
import { type OutboxChange, OutboxMirror } from './memory/outbox-mirror.ts'
import { OutboxTables } from './outbox-tables.ts'
import { goOnCounting, type HeldBeside, putMissing } from './put-missing.ts'
import { takeRetried } from './refused.ts'
import { SentMemory } from './memory/sent-memory.ts'
import { UnfinishedMutation } from './memory/unfinished-mutation.ts'
import type { TakenNote } from './sent.ts'
import { findUndoneDeletion } from './plan/undone.ts'

/**
 * The mutations that wait for the server, and the server's state of every row they touch. A row of this device is always
 * `rebase(base, waiting mutations)`, so it can be made again after any crash. All calls but the reads happen inside the write lock.
 */
export class Outbox {
  readonly #store: DeviceStore
  readonly #mirror = new OutboxMirror()
  readonly #tables: OutboxTables
  /** Rows whose making is put off. */
  readonly late = new LateRows((key) => this.#mirror.entriesOf(key).length)
  /** What was taken by the server and is kept for a while. */
  readonly kept = new SentMemory()
  readonly unfinished = new UnfinishedMutation()
  /** Forms' mutations that this tab stored. */
  readonly #marks = new Map<string, WrittenMark>()
  #reachedByShop: ReadonlyMap<string, ReachedPlace> = new Map()

  constructor(store: DeviceStore) {
    this.#store = store
    this.#tables = new OutboxTables(store, this.#mirror)
  }

  get entries(): readonly OutboxEntry[] {
    return this.#mirror.entries
  }

  /** What may be sent now; also read outside of the write lock. */
  get sendable(): readonly OutboxEntry[] {
    return this.unfinished.sendableOf(this.entries)
  }

  /** The same without one whose documents are still being stored. */
  get finished(): readonly OutboxEntry[] {
    return this.unfinished.finishedOf(this.entries)
  }

  get isEmpty(): boolean {
    return this.#mirror.isEmpty
  }

  /** Where the shops' feeds stood at the newest answer to a push. */
  get reachedByShop(): ReadonlyMap<string, ReachedPlace> {
    return this.#reachedByShop
  }

  /** Rows that have a base or waiting mutations. */
  dirtyKeys(): RowKey[] {
    return this.#mirror.dirtyKeys()
  }

  isDirty(key: RowKey): boolean {
    return this.#mirror.isDirty(key)
  }

  isWaiting(key: RowKey): boolean {
    return this.#mirror.isWaiting(key)
  }

  /** Undefined when the device never heard the server's state of the row. */
  baseOf(key: RowKey): Row | null | undefined {
    return this.#mirror.baseByKey.get(key)
  }

  /** Rows of the collection as the server had them, of which something waits or was answered lately. */
  basesOf(collection: CollectionName): Row[] {
    return this.#mirror.basesOf(collection)
  }

  mutationsOf(key: RowKey): PendingMutation[] {
    return this.#mirror.mutationsOf(key)
  }

  /** What stays of the mutation that a form became; undefined while it became none. */
  findMark(form: FormMutation): Promise<WrittenMark | undefined> {
    return findMark(this.#store, form.id)
  }

  /** Whether the storage was emptied since this tab read it first. */
  isCleared(): Promise<boolean> {
    return this.#tables.isCleared()
  }

  /** @throws StolenLockError when the write lock was taken from this tab since it last looked */
  assertHeld(): Promise<void> {
    return this.#tables.assertHeld()
  }

  /** Reads again what another tab may have written. True when something was. @throws as `OutboxTables.readNew` */
  async refresh(): Promise<boolean> {
    const read = await this.#tables.readNew()
    if (read === undefined) return false
    this.#tables.noteRead(read)
    this.#mirror.replace(read.entries, read.bases.toBases())
    this.#reachedByShop = read.reachedByShop
    return true
  }

  /** Reads everything anew, because the tables were changed by other ways than these calls. */
  async reload(): Promise<void> {
    this.#tables.forgetVersion()
    await this.refresh()
    if (this.kept.isHeld) await this.holdSent()
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
   * Stores the mutation and the bases of rows that it touches first, in one transaction; nothing of both when that fails.
   * `retried`, the refused change that it is another try of, leaves with the same transaction; so does the draft of `form`, now marked; `numbers` leave the lease.
   * @throws AppError NOT_FOUND when that change is gone: somebody tried it again already; CONFLICT when the form was saved before
   */
  async append(entry: Omit<OutboxEntry, 'position'>, bases: BaseRow[], { retried, form, numbers }: MutationSource = {}): Promise<OutboxEntry> {
    const store = this.#store
    // Dexie writes the key that it makes into the object it is given.
    const added: Omit<OutboxEntry, 'position'> = { ...entry }
    const [draft, , position, , version] = await store.transaction('rw', [store.outbox, store.bases, store.refused, store.drafts, store.meta], () =>
      // As the storage takes them, without waiting for each: none reads what another writes, and one that fails ends all.
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

  /** Stores mutations that came as a file, with refused ones, behind everything that waits already: all of it or nothing. */
  async appendAll(entries: readonly Omit<OutboxEntry, 'position'>[], bases: readonly BaseRow[], refused: readonly RefusedEntry[]): Promise<void> {
    const store = this.#store
    const stored = await this.#tables.addEntries(entries, bases, async (last) => {
      // Mutations that this very device once exported: it may have sent them before they came back.
      if (entries.some(({ origin }) => origin === undefined)) await storeOffered(store, last)
      await store.refused.bulkAdd(refused)
    })
    this.#mirror.addAll(stored, bases)
  }

  /** Stores mutations that were made together: all of them or nothing. They leave when their documents are stored. */
  async appendTogether(entries: readonly Omit<OutboxEntry, 'position'>[], bases: readonly BaseRow[]): Promise<OutboxEntry[]> {
    const stored = await this.#tables.addEntries(entries, bases)
    if (stored[0] !== undefined) this.unfinished.beginFrom(stored[0])
    this.#mirror.addAll(stored, bases)
    return stored
  }

  /** Takes a mutation back that was never sent: its documents could not be stored, or the person took it back. */
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

  /** Takes several back, of which no two touch the same row. */
  async removeTogether(removed: readonly OutboxEntry[], droppedBases?: RowKey[]): Promise<void> {
    const orphaned = droppedBases ?? removed.flatMap(({ keys }) => keys.filter((key) => this.#mirror.entriesOf(key).length <= 1))
    await this.#commit({ removed: [...removed], bases: [], droppedBases: orphaned, refused: [] })
  }

  /**
   * The deletion that these ops undo whole, if nobody can have sent it: made here, never offered to the server nor carried away in a
   * file, and nothing happened to its rows since.
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
   * Takes the answers to a push: answered mutations leave, refused ones go to the refused table, and the answered rows become the
   * bases that the documents are then made from. What was taken is kept, with `noteOf` it. Answers the keys of these rows, and those
   * that a refusal concerns. `onKeys` hears of all these rows before anything is stored.
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

  /** The documents of the rows are stored: bases that nothing waits upon may go, with the last mutation at the latest. */
  async releaseBases(keys: readonly RowKey[]): Promise<void> {
    this.#mirror.noteStored(keys)
    if (this.#mirror.leftovers.size === this.#mirror.baseByKey.size) await this.dropBases([...this.#mirror.leftovers])
  }

  /** The server's newest word on dirty rows, from a pull. */
  async putBases(bases: BaseRow[]): Promise<void> {
    await this.#commit({ removed: [], bases, droppedBases: [], refused: [] })
  }

  /** Forgets bases: of rows for which nothing waits any more, or of a feed that ended. */
  async dropBases(keys: readonly RowKey[]): Promise<void> {
    const known = keys.filter((key) => this.#mirror.baseByKey.has(key))
    if (known.length > 0) await this.#commit({ removed: [], bases: [], droppedBases: known, refused: [] })
  }

  /** From here on, and again after some were forgotten, what the server took is held in memory too. */
  holdSent(): Promise<void> {
    return this.kept.hold(this.#store)
  }

  /** Another tab leads, and knows what is forgotten of what the server took. */
  letSentGo(): void {
    this.kept.letGo()
  }

  /** Inside the transaction of another writer: every tab reads the tables again. */
  async noteChange(changedBases: readonly RowKey[]): Promise<void> {
    await this.#tables.bumpVersion(changedBases)
  }

  async #commit(change: OutboxChange): Promise<void> {
    try {
      await this.#storeChange(change)
    } catch (error) {
      // Keeping what the server took must not hold up its leaving when there is no room.
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
