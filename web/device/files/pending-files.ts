import { AppError } from '#schema/errors.ts'
import { createStore } from '../platform/observable.ts'
import type { Ports } from '../platform/ports.ts'
import { assertSameLife, lifeKey, StoreClearedError } from '../storage/clearing/cleared-store.ts'
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
  /** Somebody had everything removed from this device: it is not to come back. */
  isRemovedOnPurpose: () => boolean
  heldMaxBytes?: number | undefined
  /** This page gave the storage a new life, or stored in it again what it held: other pages may hold more. */
  onRevived: () => void
}

/** What this page knew of a storage before the browser emptied it. */
type Known = { pending: readonly PendingEntry[]; sealedIds: readonly string[]; lost: readonly LostFile[] }

/**
 * Contents that lie on this device and not on the server. The browser may remove them under an open page: what this page added is stored
 * again then, by each page its own, and what no page holds is told as lost.
 */
export class PendingFiles {
  readonly #options: Options
  readonly #held: HeldFiles
  #all: readonly PendingEntry[] = []
  /** Oldest first, without what was let go and may come back. */
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

  /** Oldest first, with what was let go. */
  get all(): readonly PendingEntry[] {
    return this.#all
  }

  /** How many only this page has, because the storage was emptied and takes nothing. */
  get unstored(): number {
    return this.#unstored
  }

  async add(file: PendingFile): Promise<void> {
    await this.change(() => storePending(this.#options.store, file))
    this.#held.hold(file)
  }

  /** Takes over what another device had not sent, all of it or nothing; what lies here already stays. Answers how many were new. */
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

  /** They are removed, here or by another page: this one brings none of them back, and takes none for lost. */
  forget(ids: readonly string[]): void {
    this.#held.forget(ids)
    this.#tell(this.#all.filter(({ id }) => !ids.includes(id)))
  }

  /** Their person knows that they are lost, or the server turned out to have them. */
  async letGoLost(ids: readonly string[]): Promise<void> {
    await this.change(() => this.#options.store.lost.bulkDelete([...ids]))
  }

  async setTroubles(changes: readonly { key: string; changes: Pick<PendingEntry, 'trouble'> }[]): Promise<void> {
    await this.change(() => this.#options.store.pending.bulkUpdate(changes))
  }

  /** What was let go is wanted again: this page holds it as its own. */
  async holdAgain(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const file = await readPendingFile(this.#options.store, id)
      if (file !== undefined) this.#held.hold(file)
    }
  }

  /** Everything that the server does not have, with its bytes, one at a time, oldest first; also what only this page has. */
  async *eachUnsent(): AsyncGenerator<PendingFile> {
    await this.refresh()
    const { store } = this.#options
    const stored = await listUnsentEntries(store)
    const storedIds = new Set(stored.map(({ id }) => id))
    const unstored = this.#unstored === 0 ? [] : this.#held.entries.filter(({ id, draftKey }) => draftKey === null && !storedIds.has(id))
    for (const { id } of [...stored, ...unstored].toSorted(byAge)) {
      // The storage may be emptied while a long file of them is written.
      const file = (await readPendingFile(store, id)) ?? (await this.#held.toFile(id))
      if (file !== undefined) yield file
    }
  }

  readHeld: HeldFiles['read'] = (id, part) => this.#held.read(id, part)

  /**
   * One transaction on what lies here, in the life of the storage that this page knows.
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

  /** Whether the storage was emptied under this page, and is not whole again. */
  async isCleared(): Promise<boolean> {
    return (await this.#options.store.meta.get(lifeKey))?.value !== this.#life
  }

  /** Reads what lies here, once what was removed under this page is back. One at a time: an older answer never takes the place of a newer one. */
  refresh(): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#readNow())
    return this.#reading
  }

  async #readNow(): Promise<void> {
    const { pending, sealed, lost, meta } = this.#options.store
    // Each of these was stored before this read: if it is not there, it has left.
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

  /** The life comes last: a page that cannot store everything again goes on trying. */
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
    // Bytes are read before the transaction, which would be over by then.
    const file = await this.#held.toFile(id)
    if (file === undefined) return
    await store.transaction('rw', store.pending, store.bytes, store.lost, async () => {
      if (!this.#held.has(id)) return
      if ((await store.pending.get(id)) === undefined) await storePending(store, file)
      // A page that did not hold it may have told it as lost.
      await store.lost.delete(id)
    })
  }

  /** Enters the storage's life, or begins one, and notes what nothing put back. */
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
