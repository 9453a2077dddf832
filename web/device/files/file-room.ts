import { AppError } from '#schema/errors.ts'
import { createStore, type Readable } from '../platform/observable.ts'
import type { Ports } from '../platform/ports.ts'
import { type FilePart, type FilePlace, type FilesApi, OfflineError } from '../platform/server-port.ts'
import { isQuotaError, storageFullMessage, tellingFullStorage } from '../platform/storage-errors.ts'
import { readStorageInfo } from '../platform/storage-info.ts'
import { FileQueue } from './file-queue.ts'
import type { FileRows, FilesProgress, NetworkPort, WritableFile } from './files-port.ts'
import {
  byAge,
  eachUnsentFile,
  type FileFacts,
  openFilesStore,
  type PendingEntry,
  type PendingFile,
  readPendingFile,
  removePending,
  storePending,
} from './files-store.ts'
import { KeptFiles } from './kept-files.ts'
import { PendingFates } from './pending-fates.ts'
import { type OpenSealed, SealedContents } from './sealed-contents.ts'
import { fetchThumbnails } from './thumbnail-fetch.ts'

export type NewFile = Pick<PendingFile, 'id' | 'shopId' | 'orderId' | 'draftKey' | 'facts' | 'content' | 'thumbnail' | 'thumbnailType'>

/** `missing`: neither this device nor the server has it. `away`: the server may have it, and cannot be reached. */
export type FileAnswer = { state: 'here'; blob: Blob } | { state: 'missing' } | { state: 'away' }

export type FileRoomOptions = {
  userId: string
  api: FilesApi
  rows: FileRows
  network: NetworkPort
  ports: Pick<Ports, 'clock' | 'locks' | 'openChannel' | 'random' | 'wait'>
  isOnline: () => boolean
  closing: AbortSignal
  keptMaxBytes?: number | undefined
  openSealed?: OpenSealed | undefined
  onProgress: (progress: FilesProgress) => void
}

/** Whoever forgot what was added to a form has had a month to come back to it. */
const orphanAfterMs = 30 * 24 * 60 * 60_000
/** What the browser needs beside the picture itself. */
const roomBytes = 5_000_000
export const thumbnailPauseMs = 10_000

/** Contents of files on this device: added before their rows are written, sent behind them, and looked at. */
export class FileRoom {
  readonly #options: FileRoomOptions
  readonly #store: Awaited<ReturnType<typeof openFilesStore>>
  readonly #kept: KeptFiles
  readonly #queue: FileQueue
  readonly #sealed: SealedContents
  readonly #fates: PendingFates
  readonly #entries = createStore<readonly PendingEntry[]>([])
  readonly #channel: ReturnType<Ports['openChannel']>
  #settling: Promise<void> = Promise.resolve()

  static async open(options: FileRoomOptions): Promise<FileRoom> {
    const room = new FileRoom(options, await openFilesStore(options.userId))
    await room.#begin()
    return room
  }

  private constructor(options: FileRoomOptions, store: Awaited<ReturnType<typeof openFilesStore>>) {
    const { closing, ports, userId } = options
    this.#options = options
    this.#store = store
    this.#fates = new PendingFates({ store, rows: options.rows, onChanged: () => this.#refreshAll() })
    this.#kept = new KeptFiles(store, () => ports.clock().getTime(), options.keptMaxBytes)
    this.#channel = ports.openChannel(`mainspring-files-${userId}`)
    this.#queue = new FileQueue({ ...options, store, kept: this.#kept, lockName: `mainspring-files-${userId}`, onChange: () => this.#changed() })
    this.#sealed = new SealedContents({
      store,
      open: options.openSealed,
      isOnline: options.isOnline,
      locks: ports.locks,
      lockName: `mainspring-files-sealed-${userId}`,
      onOpened: async () => {
        await this.#refreshAll()
        await this.settle()
      },
    })
    this.#channel.listen(() => void this.refresh().then(() => this.#queue.wake()))
    closing.addEventListener('abort', () => {
      this.#channel.close()
      store.close()
    })
  }

  /** Everything that lies here for the server or for a form, oldest first. */
  get entries(): Readable<readonly PendingEntry[]> {
    return this.#entries
  }

  /**
   * Stores a content; its row is written as soon as the order is here. Whatever happens after this, it is not lost.
   * @throws AppError UNAVAILABLE when this device has no room; nothing was stored then
   */
  async add(file: NewFile): Promise<void> {
    const size = file.content.byteLength + (file.thumbnail?.byteLength ?? 0)
    const { usedBytes, quotaBytes } = await readStorageInfo()
    if (usedBytes !== null && quotaBytes !== null && quotaBytes - usedBytes < size + roomBytes) throw new AppError('UNAVAILABLE', storageFullMessage)
    try {
      await storePending(this.#store, { ...file, storedAt: this.#options.ports.clock().toISOString(), trouble: null })
    } catch (error) {
      throw isQuotaError(error) ? new AppError('UNAVAILABLE', storageFullMessage) : error
    }
    await this.#refreshAll()
    if (file.orderId !== null) await this.settle()
  }

  /** What was typed about a content that has no row yet. */
  async describe(id: string, change: Partial<Pick<FileFacts, 'caption' | 'forCustomer'>>): Promise<void> {
    const entry = await this.#store.pending.get(id)
    if (entry !== undefined) await this.#store.pending.update(id, { facts: { ...entry.facts, ...change } })
    await this.#refreshAll()
  }

  /** The form is about to be saved as this order: its contents belong to it from the moment the order is here. */
  async claim(draftKey: string, orderId: string): Promise<void> {
    await this.#store.pending.where('draftKey').equals(draftKey).modify({ orderId })
    await this.refresh()
  }

  /** The form was thrown away. What was claimed by an order that is here belongs to that. */
  async discard(draftKey: string): Promise<void> {
    await this.settle()
    const left = await this.#store.pending.where('draftKey').equals(draftKey).primaryKeys()
    await this.remove(left)
  }

  /** Takes contents away for good: of a form, or those that the server did not take. */
  async remove(ids: readonly string[]): Promise<void> {
    await removePending(this.#store, ids)
    await this.#refreshAll()
  }

  /** Tries again what the server did not take. */
  async retry(id: string): Promise<void> {
    await this.#store.pending.update(id, { trouble: null })
    await this.#refreshAll()
  }

  /** What lies here, else what the server has. */
  async read(place: FilePlace, part: FilePart): Promise<FileAnswer> {
    const pending = await readPendingFile(this.#store, place.id).catch(() => undefined)
    if (pending !== undefined) {
      const thumbnail = part === 'thumbnail' && pending.thumbnail !== null
      return { state: 'here', blob: thumbnail ? new Blob([pending.thumbnail ?? ''], { type: pending.thumbnailType ?? 'image/jpeg' }) : toContent(pending) }
    }
    const kept = await this.#kept.read(place.id, part)
    if (kept !== undefined) return { state: 'here', blob: kept }
    try {
      const blob = await this.#options.api.get(place, part, this.#options.closing)
      await this.#kept.keep(place.id, part, blob)
      return { state: 'here', blob }
    } catch (error) {
      return { state: error instanceof AppError && !(error instanceof OfflineError) && error.code === 'NOT_FOUND' ? 'missing' : 'away' }
    }
  }

  sendNow(): void {
    this.#queue.sendNow()
  }

  wake(): void {
    this.#queue.wake()
  }

  /** Everything that the server does not have, with its bytes; in the order in which it was added. */
  eachUnsent(): AsyncGenerator<PendingFile> {
    return eachUnsentFile(this.#store)
  }

  /** Takes over what another device had not sent, all of it or nothing; what lies here already stays. Answers how many were new. @throws as `add` */
  async takeOver(files: AsyncIterable<PendingFile> | Iterable<PendingFile>): Promise<number> {
    const taken: string[] = []
    try {
      for await (const file of files) {
        if ((await this.#store.pending.get(file.id)) !== undefined) continue
        await tellingFullStorage(() => storePending(this.#store, file))
        taken.push(file.id)
      }
    } catch (error) {
      await removePending(this.#store, taken)
      throw error
    }
    await this.#refreshAll()
    return taken.length
  }

  /** Writes the rows of contents whose orders are here: at once, or after a crash at the next start. */
  settle(): Promise<void> {
    const { locks } = this.#options.ports
    this.#settling = this.#settling
      .catch(() => undefined)
      .then(() => locks.request(`mainspring-files-rows-${this.#options.userId}`, {}, () => this.#settleNow()))
    return this.#settling
  }

  async refresh(): Promise<void> {
    const entries = await this.#store.pending.toArray()
    await this.#sealed.refresh()
    this.#entries.set(this.#fates.withoutLetGo(entries.toSorted(byAge)))
    this.#tellProgress()
  }

  async #begin(): Promise<void> {
    const { closing, network, rows } = this.#options
    await this.refresh()
    await this.#fates.begin().catch(() => undefined)
    await this.#dropOrphans().catch(() => undefined)
    const onNetwork = (): void => {
      this.#tellProgress()
      this.#queue.wake()
    }
    const onRows = (): void => {
      void this.#fates.look()
      this.#sealed.look()
      this.#queue.wake()
    }
    const stops = [rows.subscribe(onRows), network.subscribe(onNetwork)]
    closing.addEventListener('abort', () => stops.forEach((stop) => stop()))
    void this.settle().catch(() => undefined)
    this.#sealed.look()
    void this.#queue.run()
    void this.#fetchThumbnails()
  }

  async #settleNow(): Promise<void> {
    const { rows } = this.#options
    const left = (await this.#store.pending.toArray()).filter(({ draftKey, orderId }) => draftKey !== null && orderId !== null)
    const byOrder = Map.groupBy(left, ({ orderId }) => orderId ?? '')
    for (const [orderId, entries] of byOrder) {
      if (!(await rows.isOrderHere(orderId))) continue
      const unwritten: WritableFile[] = []
      for (const { id, shopId, facts } of entries)
        if (!rows.isWaiting(id) && !rows.isRefused(id) && !(await rows.isHere(id))) unwritten.push({ id, shopId, orderId, facts })
      if (unwritten.length > 0) await rows.write(unwritten)
      await this.#store.pending.bulkUpdate(entries.map(({ id }) => ({ key: id, changes: { draftKey: null } })))
    }
    if (left.length > 0) await this.#refreshAll()
  }

  /** Contents whose rows are nowhere, or whose forms nobody finished, after a safe while. */
  async #dropOrphans(): Promise<void> {
    const { ports, rows } = this.#options
    const before = new Date(ports.clock().getTime() - orphanAfterMs).toISOString()
    const old = this.#entries.get().filter(({ storedAt, trouble }) => storedAt < before && trouble === null)
    // Who was away for a month, or whose rows were lost, has their orders again only when they are fetched.
    if (old.length === 0 || !(await rows.isComplete())) return
    const orphans: string[] = []
    for (const { id, orderId } of old) {
      const isKnown = rows.isWaiting(id) || rows.isRefused(id) || (await rows.isHere(id)) || (orderId !== null && (await rows.isOrderHere(orderId)))
      if (!isKnown) orphans.push(id)
    }
    if (orphans.length > 0) await this.remove(orphans)
  }

  async #fetchThumbnails(): Promise<void> {
    const { api, closing, isOnline, network, ports, rows, userId } = this.#options
    await ports.locks
      .request(`mainspring-thumbnails-${userId}`, { signal: closing }, async () => {
        while (!closing.aborted) {
          await ports.wait(thumbnailPauseMs, closing)
          if (closing.aborted || !isOnline() || network.isSaving()) continue
          await fetchThumbnails({ api, kept: this.#kept, places: await rows.listOpenOrders().catch(() => []), closing, wait: ports.wait })
        }
      })
      .catch(() => undefined)
  }

  /** What this tab did, told to all tabs. */
  async #refreshAll(): Promise<void> {
    await this.refresh()
    this.#channel.post('changed')
    this.#queue.wake()
  }

  /** The queue went on. */
  #changed(): void {
    if (this.#options.closing.aborted) return
    void this.refresh().catch(() => undefined)
    this.#channel.post('changed')
  }

  #tellProgress(): void {
    const entries = this.#entries.get()
    const written = entries.filter(({ draftKey }) => draftKey === null)
    const troubled = written.filter(({ trouble }) => trouble !== null).length
    const drafted = entries.length - written.length
    const waiting = written.length - troubled
    this.#options.onProgress({ waiting, troubled, drafted, ...this.#queue.state, isSaving: waiting > 0 && this.#queue.state.isSaving, ...this.#sealed.state })
  }
}

const toContent = ({ content, facts }: PendingFile): Blob => new Blob([content], { type: facts.mimeType })
