import { AppError } from '#schema/errors.ts'
import type { Readable } from '../platform/observable.ts'
import type { Ports } from '../platform/ports.ts'
import { type FilePart, type FilePlace, type FilesApi, OfflineError } from '../platform/server-port.ts'
import { isQuotaError, storageFullMessage } from '../platform/storage-errors.ts'
import { readStorageInfo } from '../platform/storage-info.ts'
import { FileQueue } from './file-queue.ts'
import type { FileRows, FilesProgress, NetworkPort, WritableFile } from './files-port.ts'
import { type FileFacts, openFilesStore, type LostFile, type PendingEntry, type PendingFile, readPendingFile } from './files-store.ts'
import { KeptFiles } from './kept-files.ts'
import { PendingFates } from './pending-fates.ts'
import { PendingFiles } from './pending-files.ts'
import { type OpenSealed, SealedContents } from './sealed-contents.ts'
import { fetchThumbnails } from './thumbnails/thumbnail-fetch.ts'

/** Whoever forgot what was added to a form has had a month to come back to it. */
const orphanAfterMs = 30 * 24 * 60 * 60_000

/** Of a form that is being saved as an order, whose own row is still to be written. */
const isClaimed = ({ draftKey, orderId }: PendingEntry): boolean => draftKey !== null && orderId !== null

function countEntries(entries: readonly PendingEntry[]): Pick<FilesProgress, 'waiting' | 'troubled' | 'drafted'> {
  const written = entries.filter(({ draftKey }) => draftKey === null)
  const troubled = written.filter(({ trouble }) => trouble !== null).length
  return { waiting: written.length - troubled, troubled, drafted: entries.length - written.length }
}

/** Writes the rows of contents whose orders are here; `onWritten` gets those that have theirs. Answers whether any wait for that. */
async function writeRows(entries: readonly PendingEntry[], rows: FileRows, onWritten: (ids: readonly string[]) => Promise<unknown>): Promise<boolean> {
  const left = entries.filter(isClaimed)
  for (const [orderId, ofOrder] of Map.groupBy(left, (entry) => entry.orderId ?? '')) {
    if (!(await rows.isOrderHere(orderId))) continue
    const unwritten: WritableFile[] = []
    for (const { id, shopId, facts } of ofOrder)
      if (!rows.isWaiting(id) && !rows.isRefused(id) && !(await rows.isHere(id))) unwritten.push({ id, shopId, orderId, facts })
    if (unwritten.length > 0) await rows.write(unwritten)
    await onWritten(ofOrder.map(({ id }) => id))
  }
  return left.length > 0
}

/** Contents whose rows are nowhere, or whose forms nobody finished, after a safe while. */
async function findOrphans(entries: readonly PendingEntry[], rows: FileRows, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - orphanAfterMs).toISOString()
  const old = entries.filter(({ storedAt, trouble }) => storedAt < before && trouble === null)
  // Who was away for a month, or whose rows were lost, has their orders again only when they are fetched.
  if (old.length === 0 || !(await rows.isComplete())) return []
  const orphans: string[] = []
  for (const { id, orderId } of old) {
    const isKnown = rows.isWaiting(id) || rows.isRefused(id) || (await rows.isHere(id)) || (orderId !== null && (await rows.isOrderHere(orderId)))
    if (!isKnown) orphans.push(id)
  }
  return orphans
}

/** Those that the server turned out to have. */
async function findStored(lost: readonly LostFile[], rows: FileRows): Promise<string[]> {
  const stored: string[] = []
  for (const { id } of lost) if (await rows.isStored(id)) stored.push(id)
  return stored
}

/** A file without a small picture answers with its large one. */
function toBlob({ content, facts, thumbnail, thumbnailType }: PendingFile, part: FilePart): Blob {
  if (part === 'thumbnail' && thumbnail !== null) return new Blob([thumbnail], { type: thumbnailType ?? 'image/jpeg' })
  return new Blob([content], { type: facts.mimeType })
}

export type NewFile = Pick<PendingFile, 'id' | 'shopId' | 'orderId' | 'draftKey' | 'facts' | 'content' | 'thumbnail' | 'thumbnailType'>

/** `missing`: neither this device nor the server has it. `away`: the server may have it, and cannot be reached. */
export type FileAnswer = { state: 'here'; blob: Blob } | { state: 'missing' } | { state: 'away' }

export type FileRoomOptions = {
  userId: string
  api: FilesApi
  rows: FileRows
  network: NetworkPort
  ports: Pick<Ports, 'clock' | 'locks' | 'newId' | 'openChannel' | 'random' | 'wait'>
  isOnline: () => boolean
  /** Everything of this person was removed from this device by somebody who meant it. */
  isRemovedOnPurpose: () => boolean
  closing: AbortSignal
  keptMaxBytes?: number | undefined
  heldMaxBytes?: number | undefined
  openSealed?: OpenSealed | undefined
  onProgress: (progress: FilesProgress) => void
}

/** What the browser needs beside the picture itself. */
const roomBytes = 5_000_000
export const thumbnailPauseMs = 10_000

/** Contents of files on this device: added before their rows are written, sent behind them, and looked at. */
export class FileRoom {
  readonly #options: FileRoomOptions
  readonly #store: Awaited<ReturnType<typeof openFilesStore>>
  readonly #pending: PendingFiles
  readonly #kept: KeptFiles
  readonly #queue: FileQueue
  readonly #sealed: SealedContents
  readonly #fates: PendingFates
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
    this.#pending = new PendingFiles({ ...options, store, onRevived: () => this.#onRevived() })
    this.#fates = new PendingFates({ pending: this.#pending, rows: options.rows, onChanged: () => this.#refreshAll() })
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
    this.#channel.listen((message) => {
      if (isRemovedMessage(message)) this.#pending.forget(message.removed)
      void this.refresh().then(
        () => this.#queue.wake(),
        () => undefined,
      )
    })
    closing.addEventListener('abort', () => {
      this.#channel.close()
      store.close()
    })
  }

  /** Everything that lies here for the server or for a form, oldest first. */
  get entries(): Readable<readonly PendingEntry[]> {
    return this.#pending.entries
  }

  /** What the browser removed before the server had it, and nothing could put back; oldest first. */
  get lost(): Readable<readonly LostFile[]> {
    return this.#pending.lost
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
      await this.#pending.add({ ...file, storedAt: this.#options.ports.clock().toISOString(), trouble: null })
    } catch (error) {
      throw isQuotaError(error) ? new AppError('UNAVAILABLE', storageFullMessage) : error
    }
    await this.#refreshAll()
    if (file.orderId !== null) await this.settle()
  }

  /** What was typed about a content that has no row yet. */
  async describe(id: string, change: Partial<Pick<FileFacts, 'caption' | 'forCustomer'>>): Promise<void> {
    const { pending } = this.#store
    await this.#pending.change(async () => {
      const entry = await pending.get(id)
      if (entry !== undefined) await pending.update(id, { facts: { ...entry.facts, ...change } })
    })
    await this.#refreshAll()
  }

  /** The form is about to be saved as this order: its contents belong to it from the moment the order is here. */
  async claim(draftKey: string, orderId: string): Promise<void> {
    await this.#pending.change(() => this.#store.pending.where('draftKey').equals(draftKey).modify({ orderId }))
    await this.#refreshAll()
  }

  /** The form was thrown away. What was claimed by an order that is here belongs to that. */
  async discard(draftKey: string): Promise<void> {
    await this.settle()
    const left = await this.#store.pending.where('draftKey').equals(draftKey).primaryKeys()
    await this.remove(left)
  }

  /** Takes contents away for good: of a form, or those that the server did not take. */
  async remove(ids: readonly string[]): Promise<void> {
    // Before they are gone: a page that finds the storage emptied meanwhile brings none of them back.
    this.#channel.post({ removed: ids })
    await this.#pending.remove(ids)
    await this.#refreshAll()
  }

  /** Takes lost files off the list: their person has seen it. */
  async letGoLost(ids: readonly string[]): Promise<void> {
    await this.#pending.letGoLost(ids)
    await this.#refreshAll()
  }

  /** Tries again what the server did not take. */
  async retry(id: string): Promise<void> {
    await this.#pending.change(() => this.#store.pending.update(id, { trouble: null }))
    await this.#refreshAll()
  }

  /** What lies here, else what the server has. */
  async read(place: FilePlace, part: FilePart): Promise<FileAnswer> {
    const pending = await readPendingFile(this.#store, place.id).catch(() => undefined)
    if (pending !== undefined) return { state: 'here', blob: toBlob(pending, part) }
    const kept = this.#pending.readHeld(place.id, part) ?? (await this.#kept.read(place.id, part))
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
    return this.#pending.eachUnsent()
  }

  /** Takes over what another device had not sent, all of it or nothing; what lies here already stays. Answers how many were new. @throws as `add` */
  async takeOver(files: AsyncIterable<PendingFile> | Iterable<PendingFile>): Promise<number> {
    const count = await this.#pending.takeOver(files)
    await this.#refreshAll()
    return count
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
    await this.#sealed.refresh()
    // Last: what is told goes with the entries.
    await this.#pending.refresh()
    this.#tellProgress()
  }

  /** The storage may have been emptied under this page. */
  async look(): Promise<void> {
    if (!this.#options.closing.aborted && (await this.#pending.isCleared())) await this.refresh()
  }

  async #begin(): Promise<void> {
    const { closing, network, rows, userId } = this.#options
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
      void this.#pruneLost().catch(() => undefined)
      // Their order may be here again.
      if (this.entries.get().some(isClaimed)) void this.settle().catch(() => undefined)
    }
    const stops = [rows.subscribe(onRows), network.subscribe(onNetwork)]
    closing.addEventListener('abort', () => stops.forEach((stop) => stop()))
    void this.settle().catch(() => undefined)
    void this.#pruneLost().catch(() => undefined)
    this.#sealed.look()
    void this.#queue.run()
    void fetchThumbnails({ ...this.#options, kept: this.#kept, lockName: `mainspring-thumbnails-${userId}`, pauseMs: thumbnailPauseMs })
  }

  async #settleNow(): Promise<void> {
    await this.#pending.refresh()
    const toWritten = (ids: readonly string[]) => ids.map((id) => ({ key: id, changes: { draftKey: null } }))
    const noteWritten = (ids: readonly string[]) => this.#pending.change(() => this.#store.pending.bulkUpdate(toWritten(ids)))
    if (await writeRows(this.entries.get(), this.#options.rows, noteWritten)) await this.#refreshAll()
  }

  async #dropOrphans(): Promise<void> {
    const { ports, rows } = this.#options
    const orphans = await findOrphans(this.entries.get(), rows, ports.clock())
    if (orphans.length > 0) await this.remove(orphans)
  }

  async #pruneLost(): Promise<void> {
    if (this.lost.get().length === 0) return
    const stored = await findStored(this.lost.get(), this.#options.rows)
    if (stored.length > 0) await this.letGoLost(stored)
  }

  /** What this tab did, told to all tabs. */
  async #refreshAll(): Promise<void> {
    await this.refresh()
    this.#channel.post('changed')
    this.#queue.wake()
  }

  /** What was removed under this page is stored again; what another page holds, only that can store. */
  #onRevived(): void {
    if (this.#options.closing.aborted) return
    this.#channel.post('changed')
    void this.settle().catch(() => undefined)
    this.#queue.wake()
  }

  /** The queue went on. */
  #changed(): void {
    if (this.#options.closing.aborted) return
    void this.refresh().catch(() => undefined)
    this.#channel.post('changed')
  }

  #tellProgress(): void {
    const counts = countEntries(this.entries.get())
    this.#options.onProgress({
      ...counts,
      ...this.#queue.state,
      isSaving: counts.waiting > 0 && this.#queue.state.isSaving,
      ...this.#sealed.state,
      lost: this.lost.get().length,
      unstored: this.#pending.unstored,
    })
  }
}

type RemovedMessage = { removed: readonly string[] }
const isRemovedMessage = (message: unknown): message is RemovedMessage => typeof message === 'object' && message !== null && 'removed' in message
