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
import { PendingFileUpdates } from './pending-file-updates.ts'
import { PendingFiles } from './pending-files.ts'
import { type OpenSealed, SealedContents } from './sealed-contents.ts'
import { UnstoredFiles } from './unstored-files.ts'
import { fetchThumbnails } from './thumbnails/thumbnail-fetch.ts'

const orphanAfterMs = 30 * 24 * 60 * 60_000

/** Its form is being saved as an order, and its own row is not written yet. */
const isClaimed = ({ draftKey, orderId }: PendingEntry): boolean => draftKey !== null && orderId !== null

function countEntries(entries: readonly PendingEntry[]): Pick<FilesProgress, 'waiting' | 'troubled' | 'drafted'> {
  const written = entries.filter(({ draftKey }) => draftKey === null)
  const troubled = written.filter(({ trouble }) => trouble !== null).length
  return { waiting: written.length - troubled, troubled, drafted: entries.length - written.length }
}

/** Writes the rows of contents whose orders exist here; `onWritten` gets the ids that have rows. Resolves to whether any were claimed. */
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

/** Old contents without a row or order. */
async function findOrphans(entries: readonly PendingEntry[], rows: FileRows, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - orphanAfterMs).toISOString()
  const old = entries.filter(({ storedAt, trouble }) => storedAt < before && trouble === null)
  // Rows that are not fetched yet may still exist.
  if (old.length === 0 || !(await rows.isComplete())) return []
  const orphans: string[] = []
  for (const { id, orderId } of old) {
    const isKnown = rows.isWaiting(id) || rows.isRefused(id) || (await rows.isHere(id)) || (orderId !== null && (await rows.isOrderHere(orderId)))
    if (!isKnown) orphans.push(id)
  }
  return orphans
}

async function findStored(lost: readonly LostFile[], rows: FileRows): Promise<string[]> {
  const stored: string[] = []
  for (const { id } of lost) if (await rows.isStored(id)) stored.push(id)
  return stored
}

/** Without a thumbnail, falls back to the content. */
function toBlob({ content, facts, thumbnail, thumbnailType }: PendingFile, part: FilePart): Blob {
  if (part === 'thumbnail' && thumbnail !== null) return new Blob([thumbnail], { type: thumbnailType ?? 'image/jpeg' })
  return new Blob([content], { type: facts.mimeType })
}

export type NewFile = Pick<PendingFile, 'id' | 'shopId' | 'orderId' | 'draftKey' | 'facts' | 'content' | 'thumbnail' | 'thumbnailType'>

/** `missing`: neither this device nor the server has it. `away`: the server cannot be reached, and may have it. */
type FileAnswer = { state: 'here'; blob: Blob } | { state: 'missing' } | { state: 'away' }

export type FileRoomOptions = {
  userId: string
  api: FilesApi
  rows: FileRows
  network: NetworkPort
  ports: Pick<Ports, 'clock' | 'locks' | 'newId' | 'openChannel' | 'random' | 'wait'>
  isOnline: () => boolean
  /** The user's data was removed from this device on purpose. */
  isRemovedOnPurpose: () => boolean
  closing: AbortSignal
  keptMaxBytes?: number | undefined
  heldMaxBytes?: number | undefined
  openSealed?: OpenSealed | undefined
  onProgress: (progress: FilesProgress) => void
}

/** Free space that the browser needs besides the file. */
const roomBytes = 5_000_000
export const thumbnailPauseMs = 10_000

/** Contents of files on this device: stored before their rows are written, sent after them, and read. */
export class FileStore {
  readonly #options: FileRoomOptions
  readonly #store: Awaited<ReturnType<typeof openFilesStore>>
  readonly #pending: PendingFiles
  readonly #kept: KeptFiles
  readonly #queue: FileQueue
  readonly #sealed: SealedContents
  readonly #fates: PendingFileUpdates
  readonly #unstored: UnstoredFiles
  readonly #channel: ReturnType<Ports['openChannel']>
  #settling: Promise<void> = Promise.resolve()

  static async open(options: FileRoomOptions): Promise<FileStore> {
    const room = new FileStore(options, await openFilesStore(options.userId))
    await room.#begin()
    return room
  }

  private constructor(options: FileRoomOptions, store: Awaited<ReturnType<typeof openFilesStore>>) {
    const { closing, ports, userId } = options
    this.#options = options
    this.#store = store
    this.#pending = new PendingFiles({ ...options, store, onRevived: () => this.#onRevived() })
    this.#fates = new PendingFileUpdates({ pending: this.#pending, rows: options.rows, onChanged: () => this.#refreshAll() })
    this.#kept = new KeptFiles(store, () => ports.clock().getTime(), options.keptMaxBytes)
    this.#channel = ports.openChannel(`mainspring-files-${userId}`)
    this.#unstored = new UnstoredFiles({ ...options, kept: this.#kept, pending: this.#pending, onFound: () => this.#refreshAll() })
    this.#queue = new FileQueue({
      ...options,
      store,
      kept: this.#kept,
      lockName: `mainspring-files-${userId}`,
      onChange: () => this.#changed(),
      onSent: (id) => this.#unstored.noteSent(id),
    })
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

  /** All contents pending for the server or a form, oldest first. */
  get entries(): Readable<readonly PendingEntry[]> {
    return this.#pending.entries
  }

  /** Contents that the browser cleared before the server had them and no page could restore; oldest first. */
  get lost(): Readable<readonly LostFile[]> {
    return this.#pending.lost
  }

  /**
   * Stores a content durably; its row is written once the order exists here.
   * @throws AppError UNAVAILABLE when this device has no room; nothing is stored then
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

  /** Changes the caption or visibility of a content without a row. */
  async describe(id: string, change: Partial<Pick<FileFacts, 'caption' | 'forCustomer'>>): Promise<void> {
    const { pending } = this.#store
    await this.#pending.change(async () => {
      const entry = await pending.get(id)
      if (entry !== undefined) await pending.update(id, { facts: { ...entry.facts, ...change } })
    })
    await this.#refreshAll()
  }

  /** Ties the form's contents to the order that the form is about to become. */
  async claim(draftKey: string, orderId: string): Promise<void> {
    await this.#pending.change(() => this.#store.pending.where('draftKey').equals(draftKey).modify({ orderId }))
    await this.#refreshAll()
  }

  /** The form was discarded. Contents claimed by an existing order stay. */
  async discard(draftKey: string): Promise<void> {
    await this.settle()
    const left = await this.#store.pending.where('draftKey').equals(draftKey).primaryKeys()
    await this.remove(left)
  }

  async remove(ids: readonly string[]): Promise<void> {
    // Post first: a page that finds the storage cleared meanwhile must not restore them.
    this.#channel.post({ removed: ids })
    await this.#pending.remove(ids)
    await this.#refreshAll()
  }

  async letGoLost(ids: readonly string[]): Promise<void> {
    await this.#pending.letGoLost(ids)
    await this.#refreshAll()
  }

  async retry(id: string): Promise<void> {
    await this.#pending.change(() => this.#store.pending.update(id, { trouble: null }))
    await this.#refreshAll()
  }

  /** Reads locally, else from the server. A picture that came without a thumbnail is shown whole. */
  async read(place: FilePlace, part: FilePart): Promise<FileAnswer> {
    const blob = (await this.#readHere(place, part)) ?? (part === 'thumbnail' ? await this.#readHere(place, 'content') : undefined)
    if (blob !== undefined) return { state: 'here', blob }
    const answer = await this.#fetch(place, part)
    return answer.state === 'missing' && part === 'thumbnail' ? this.#fetch(place, 'content') : answer
  }

  /** Finds contents that the server lacks and this device still has; resolves when they wait to be sent. */
  findUnstored(): Promise<void> {
    return this.#unstored.lookAtAll()
  }

  sendNow(): void {
    this.#queue.sendNow()
  }

  wake(): void {
    this.#queue.wake()
  }

  eachUnsent(): AsyncGenerator<PendingFile> {
    return this.#pending.eachUnsent()
  }

  /** Stores another device's unsent contents, all or none; existing ones stay. Resolves to the number of new ones. @throws as `add` */
  async takeOver(files: AsyncIterable<PendingFile> | Iterable<PendingFile>): Promise<number> {
    const count = await this.#pending.takeOver(files)
    await this.#refreshAll()
    return count
  }

  /** Writes the rows of contents whose orders exist here. The next start repeats this after a crash. */
  settle(): Promise<void> {
    const { locks } = this.#options.ports
    this.#settling = this.#settling
      .catch(() => undefined)
      .then(() => locks.request(`mainspring-files-rows-${this.#options.userId}`, {}, () => this.#settleNow()))
    return this.#settling
  }

  async refresh(): Promise<void> {
    await this.#sealed.refresh()
    // Refresh this last: progress is reported with the entries.
    await this.#pending.refresh()
    this.#tellProgress()
  }

  /** Restores contents if the storage was cleared. */
  async look(): Promise<void> {
    if (!this.#options.closing.aborted && (await this.#pending.isCleared())) await this.refresh()
  }

  async #readHere({ id }: FilePlace, part: FilePart): Promise<Blob | undefined> {
    const pending = await readPendingFile(this.#store, id).catch(() => undefined)
    if (pending !== undefined) return toBlob(pending, part)
    return this.#pending.readHeld(id, part) ?? (await this.#kept.read(id, part))
  }

  async #fetch(place: FilePlace, part: FilePart): Promise<FileAnswer> {
    try {
      const blob = await this.#options.api.get(place, part, this.#options.closing)
      await this.#kept.keep(place.id, part, blob)
      return { state: 'here', blob }
    } catch (error) {
      return { state: error instanceof AppError && !(error instanceof OfflineError) && error.code === 'NOT_FOUND' ? 'missing' : 'away' }
    }
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
      void this.#unstored.look()
      this.#sealed.look()
      this.#queue.wake()
      void this.#pruneLost().catch(() => undefined)
      // Their order may have arrived.
      if (this.entries.get().some(isClaimed)) void this.settle().catch(() => undefined)
    }
    const stops = [rows.subscribe(onRows), network.subscribe(onNetwork)]
    closing.addEventListener('abort', () => stops.forEach((stop) => stop()))
    void this.settle().catch(() => undefined)
    void this.#pruneLost().catch(() => undefined)
    void this.#unstored.look()
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

  async #refreshAll(): Promise<void> {
    await this.refresh()
    this.#channel.post('changed')
    this.#queue.wake()
  }

  /** This page restored its contents; other pages must restore theirs. */
  #onRevived(): void {
    if (this.#options.closing.aborted) return
    this.#channel.post('changed')
    void this.settle().catch(() => undefined)
    this.#queue.wake()
  }

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
