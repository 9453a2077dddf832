import { AppError } from '#schema/errors.ts'
import { createStore } from '../platform/observable.ts'
import type { Ports } from '../platform/ports.ts'
import { assertSameLife, lifeKey, StoreClearedError } from '../storage/cleared-store.ts'
import { leftMessage } from '../storage/stored-work.ts'
import { tellingFullStorage } from '../platform/storage-errors.ts'
import {
  byAge,
  type FilesStore,
  isLetGo,
  listUnsentEntries,
  type LostFile,
  type PendingEntry,
  type PendingFile,
  readPendingFile,
  removePending,
  storePending,
} from './files-store.ts'
import { HeldFiles } from './held-files.ts'

type Options = {
  store: FilesStore
  ports: Pick<Ports, 'clock' | 'newId'>
  /** The user's data was removed from this device on purpose and must not be restored. */
  isRemovedOnPurpose: () => boolean
  heldMaxBytes?: number | undefined
  /** This page created the storage anew or restored its contents; other pages may have more to restore. */
  onRevived: () => void
}

type Known = { pending: readonly PendingEntry[]; sealedIds: readonly string[]; lost: readonly LostFile[] }

/**
 * Contents stored here that the server lacks. The browser may clear them under an open page: each page restores those
 * that it added, and the rest are reported as lost.
 */
export class PendingFiles {
  readonly #options: Options
  readonly #held: HeldFiles
  #all: readonly PendingEntry[] = []
  /** Oldest first, without discarded ones. */
  readonly entries = createStore<readonly PendingEntry[]>([])
  readonly lost = createStore<readonly LostFile[]>([])
  #sealedIds: readonly string[] = []
  #life: string | undefined
  #unstored = 0
  #reading: Promise<void> = Promise.resolve()
  #reviving: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#held = new HeldFiles(options.heldMaxBytes)
  }

  get all(): readonly PendingEntry[] {
    return this.#all
  }

  /** Contents in this page's memory alone: the storage was cleared and takes no writes. */
  get unstored(): number {
    return this.#unstored
  }

  async add(file: PendingFile): Promise<void> {
    await this.change(() => storePending(this.#options.store, file))
    this.#held.hold(file)
  }

  /** All or none; existing ones stay. Resolves to the number of new ones. */
  async takeOver(files: AsyncIterable<PendingFile> | Iterable<PendingFile>): Promise<number> {
    const taken: string[] = []
    try {
      for await (const file of files) if (await tellingFullStorage(() => this.#addMissing(file))) taken.push(file.id)
      await this.letGoLost(taken)
    } catch (error) {
      this.forget(taken)
      await this.change(() => removePending(this.#options.store, taken))
      throw error
    }
    return taken.length
  }

  async #addMissing(file: PendingFile): Promise<boolean> {
    const { store } = this.#options
    const isNew = await this.change(async () => {
      if ((await store.pending.get(file.id)) !== undefined) return false
      await storePending(store, file)
      return true
    })
    if (isNew) this.#held.hold(file)
    return isNew
  }

  async remove(ids: readonly string[]): Promise<void> {
    const { store } = this.#options
    this.forget(ids)
    await this.change(async () => {
      await removePending(store, ids)
      await store.lost.bulkDelete([...ids])
    })
  }

  /** They were removed here or by another page: this page neither restores them nor reports them as lost. */
  forget(ids: readonly string[]): void {
    this.#held.forget(ids)
    this.#tell(this.#all.filter(({ id }) => !ids.includes(id)))
  }

  /** The user acknowledged the losses, or the server has the contents. */
  async letGoLost(ids: readonly string[]): Promise<void> {
    await this.change(() => this.#options.store.lost.bulkDelete([...ids]))
  }

  async setTroubles(changes: readonly { key: string; changes: Pick<PendingEntry, 'trouble'> }[]): Promise<void> {
    await this.change(() => this.#options.store.pending.bulkUpdate(changes))
  }

  /** A discard was undone: hold these contents again. */
  async holdAgain(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const file = await readPendingFile(this.#options.store, id)
      if (file !== undefined) this.#held.hold(file)
    }
  }

  /** All contents that the server lacks, with their bytes, oldest first, including unstored ones. */
  async *eachUnsent(): AsyncGenerator<PendingFile> {
    await this.refresh()
    const { store } = this.#options
    const stored = await listUnsentEntries(store)
    const storedIds = new Set(stored.map(({ id }) => id))
    const unstored = this.#unstored === 0 ? [] : this.#held.entries.filter(({ id, draftKey }) => draftKey === null && !storedIds.has(id))
    for (const { id } of [...stored, ...unstored].toSorted(byAge)) {
      // The storage may be cleared during a long export.
      const file = (await readPendingFile(store, id)) ?? (await this.#held.toFile(id))
      if (file !== undefined) yield file
    }
  }

  readHeld: HeldFiles['read'] = (id, part) => this.#held.read(id, part)

  /**
   * Runs one transaction on the storage that this page knows, after restoring it if it was cleared.
   * @throws AppError UNAVAILABLE when everything was removed on purpose
   */
  async change<T>(run: () => PromiseLike<T>): Promise<T> {
    try {
      return await this.#changeNow(run)
    } catch (error) {
      if (!(error instanceof StoreClearedError)) throw error
      await this.#revive()
      return this.#changeNow(run)
    }
  }

  #changeNow<T>(run: () => PromiseLike<T>): Promise<T> {
    const { pending, bytes, lost, meta } = this.#options.store
    return this.#options.store.transaction('rw', [pending, bytes, lost, meta], async () => {
      assertSameLife(this.#life, (await meta.get(lifeKey))?.value)
      return run()
    })
  }

  /** Whether the storage was cleared and is not restored yet. */
  async isCleared(): Promise<boolean> {
    return (await this.#options.store.meta.get(lifeKey))?.value !== this.#life
  }

  /** Reads the stored contents, restoring cleared ones first. Reads are serialized, so an older result never replaces a newer one. */
  refresh(): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#readNow())
    return this.#reading
  }

  async #readNow(): Promise<void> {
    const { pending, sealed, lost, meta } = this.#options.store
    // These were stored before this read: one that it does not return has been removed.
    const heldIds = this.#held.ids
    const stored = await this.#options.store.transaction('r', [pending, sealed, lost, meta], async () => ({
      life: (await meta.get(lifeKey))?.value,
      entries: await pending.toArray(),
      sealedIds: await sealed.toCollection().primaryKeys(),
      lost: await lost.toArray(),
    }))
    if (stored.life === undefined || stored.life !== this.#life) {
      if (await this.#tryRevive()) return this.#readNow()
      if (this.#life !== undefined) return this.#tellUnstored(stored.entries)
    }
    const wantedIds = new Set(stored.entries.filter((entry) => !isLetGo(entry)).map(({ id }) => id))
    this.#held.forget(heldIds.filter((id) => !wantedIds.has(id)))
    for (const entry of stored.entries) this.#held.follow(entry)
    this.#sealedIds = stored.sealedIds
    this.#unstored = 0
    this.lost.set(stored.lost.toSorted((one, other) => one.lostAt.localeCompare(other.lostAt) || one.id.localeCompare(other.id)))
    this.#tell(stored.entries)
  }

  #tellUnstored(stored: readonly PendingEntry[]): void {
    const storedIds = new Set(stored.map(({ id }) => id))
    const unstored = this.#held.entries.filter(({ id }) => !storedIds.has(id))
    this.#unstored = unstored.length
    this.#tell([...stored, ...unstored])
  }

  #tell(entries: readonly PendingEntry[]): void {
    this.#all = entries.toSorted(byAge)
    this.entries.set(this.#all.filter((entry) => !isLetGo(entry)))
  }

  #tryRevive(): Promise<boolean> {
    return this.#revive().then(
      () => true,
      () => false,
    )
  }

  #revive(): Promise<void> {
    this.#reviving ??= this.#reviveNow().finally(() => (this.#reviving = undefined))
    return this.#reviving
  }

  /** Sets `#life` last: a page that cannot restore everything tries again. */
  async #reviveNow(): Promise<void> {
    const { isRemovedOnPurpose, onRevived } = this.#options
    if (this.#life !== undefined && isRemovedOnPurpose()) {
      this.#held.forget(this.#held.ids)
      throw new AppError('UNAVAILABLE', leftMessage)
    }
    const wasKnown = this.#life !== undefined
    const known: Known = { pending: [...this.entries.get(), ...this.#held.entries], sealedIds: this.#sealedIds, lost: this.lost.get() }
    for (const id of this.#held.ids) await this.#putBack(id)
    const { life, isNew } = await this.#takeLife(known)
    this.#life = life
    if (wasKnown || isNew) onRevived()
  }

  async #putBack(id: string): Promise<void> {
    const { store } = this.#options
    // Read the bytes first: the transaction would end during the read.
    const file = await this.#held.toFile(id)
    if (file === undefined) return
    await store.transaction('rw', store.pending, store.bytes, store.lost, async () => {
      if (!this.#held.has(id)) return
      if ((await store.pending.get(id)) === undefined) await storePending(store, file)
      // A page without a copy may have reported it as lost.
      await store.lost.delete(id)
    })
  }

  /** Adopts the storage's `life` id or creates one, and records contents that no page restored as lost. */
  #takeLife(known: Known): Promise<{ life: string; isNew: boolean }> {
    const { ports, store } = this.#options
    const { pending, sealed, lost, meta } = store
    const lostAt = ports.clock().toISOString()
    return store.transaction('rw', [pending, sealed, lost, meta], async () => {
      const stored = (await meta.get(lifeKey))?.value as string | undefined
      const life = stored ?? ports.newId()
      if (stored === undefined) await meta.put({ key: lifeKey, value: life })
      const here = new Set([...(await pending.toCollection().primaryKeys()), ...(await sealed.toCollection().primaryKeys())])
      const gone = [
        ...known.lost,
        ...known.sealedIds.map((id): LostFile => ({ id, shopId: null, orderId: null, kind: null, name: null, lostAt })),
        ...known.pending.map((entry) => toLost(entry, lostAt)),
      ]
      await lost.bulkPut(gone.filter(({ id }) => !here.has(id) && !this.#held.has(id)))
      return { life, isNew: stored === undefined }
    })
  }
}

const toLost = ({ id, shopId, orderId, facts }: PendingEntry, lostAt: string): LostFile => ({
  id,
  shopId,
  orderId,
  kind: facts.kind,
  name: facts.caption ?? facts.fileName,
  lostAt,
})
