import { AppError } from '#schema/errors.ts'
import { Backoff } from '../platform/backoff.ts'
import type { Ports } from '../platform/ports.ts'
import { type FilePlace, type FilesApi, OfflineError, readPauseMs, SignedOutError, UpgradeRequiredError } from '../platform/server-port.ts'
import { Signal } from '../platform/signal.ts'
import type { FileRows, NetworkPort } from './files-port.ts'
import { byAge, type FilesStore, type PendingEntry, readPendingFile } from './files-store.ts'
import type { KeptFiles } from './kept-files.ts'

/** `isSaving`: the queue waits for the user's consent to send on a metered network. */
type QueueState = { sendingId: string | null; isSaving: boolean }

type Options = {
  store: FilesStore
  kept: KeptFiles
  api: FilesApi
  rows: FileRows
  network: NetworkPort
  ports: Pick<Ports, 'locks' | 'random' | 'wait'>
  lockName: string
  isOnline: () => boolean
  closing: AbortSignal
  onChange: () => void
  onSent: (id: string) => void
}

/** Transient errors: the server did not judge the file. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof AppError) || ['UNAVAILABLE', 'STORAGE_FULL', 'INTERNAL', 'TOO_MANY_REQUESTS', 'UNAUTHENTICATED'].includes(error.code)

/** Attempts for a thumbnail before only the content is sent. */
const thumbnailTries = 3

/**
 * Sends contents one at a time, in the tab that holds the lock, each after the server has its row. After a crash it
 * sends again; that is idempotent on the server.
 */
export class FileQueue {
  readonly #options: Options
  readonly #backoff: Backoff
  readonly #wakeSignal = new Signal()
  readonly #thumbnailFailures = new Map<string, number>()
  #sendingId: string | null = null
  #mayCost = false

  constructor(options: Options) {
    this.#options = options
    this.#backoff = new Backoff(options.ports.random, options.ports.wait)
  }

  get state(): QueueState {
    return { sendingId: this.#sendingId, isSaving: this.#isSaving }
  }

  get #isSaving(): boolean {
    return !this.#mayCost && this.#options.network.isSaving()
  }

  wake(): void {
    this.#backoff.restart()
    this.#wakeSignal.raise()
  }

  /** Sends on a metered network too, until nothing waits. */
  sendNow(): void {
    this.#mayCost = true
    this.#options.onChange()
    this.wake()
  }

  async run(): Promise<void> {
    const { closing, lockName, ports } = this.#options
    await ports.locks
      .request(lockName, { signal: closing }, async () => {
        while (!closing.aborted) await this.#runOnce()
      })
      .catch(() => undefined)
  }

  async #runOnce(): Promise<void> {
    const { closing, isOnline } = this.#options
    const next = isOnline() && !this.#isSaving ? await this.#findNext().catch(() => undefined) : undefined
    if (next === undefined) {
      if (this.#sendingId !== null) this.#tell(null)
      await this.#wakeSignal.wait(closing)
      return
    }
    this.#tell(next.id)
    try {
      await this.#send(next)
      this.#backoff.succeed()
    } catch (error) {
      if (closing.aborted) return
      this.#tell(null)
      if (error instanceof SignedOutError || error instanceof UpgradeRequiredError) await this.#wakeSignal.wait(closing)
      else if (error instanceof OfflineError || isPassing(error)) await this.#backoff.pause(closing, readPauseMs(error))
      else await this.#noteTrouble(next, error as AppError)
    }
  }

  /** The oldest content whose row the server has; contents without one do not block others. */
  async #findNext(): Promise<PendingEntry | undefined> {
    const { rows, store } = this.#options
    const waiting = (await store.pending.toArray()).filter(({ draftKey, trouble }) => draftKey === null && trouble === null)
    for (const entry of waiting.toSorted(byAge)) if (!rows.isWaiting(entry.id) && (await rows.isHere(entry.id))) return entry
    if (waiting.length === 0) this.#mayCost = false
    return undefined
  }

  /** Send the thumbnail first: after a crash, a row whose content is stored has both. */
  async #send({ id, shopId, facts }: PendingEntry): Promise<void> {
    const { api, closing, kept, onSent, rows, store } = this.#options
    const file = await readPendingFile(store, id)
    if (file === undefined) return
    await rows.whenCalm(closing)
    const content = new Blob([file.content], { type: facts.mimeType })
    const thumbnail = file.thumbnail === null ? undefined : new Blob([file.thumbnail], { type: file.thumbnailType ?? 'image/jpeg' })
    if (thumbnail !== undefined) await this.#sendThumbnail({ shopId, id }, thumbnail)
    await api.put({ shopId, id }, 'content', content, closing)
    onSent(id)
    await kept.takeOver(file)
  }

  /** A thumbnail that fails permanently or repeatedly does not block the content. */
  async #sendThumbnail(place: FilePlace, thumbnail: Blob): Promise<void> {
    const { api, closing } = this.#options
    try {
      await api.put(place, 'thumbnail', thumbnail, closing)
      this.#thumbnailFailures.delete(place.id)
    } catch (error) {
      if (closing.aborted || error instanceof SignedOutError || error instanceof UpgradeRequiredError) throw error
      if (!isPassing(error)) return
      const failures = (this.#thumbnailFailures.get(place.id) ?? 0) + 1
      this.#thumbnailFailures.set(place.id, failures)
      if (failures < thumbnailTries) throw error
    }
  }

  async #noteTrouble({ id }: PendingEntry, error: AppError): Promise<void> {
    await this.#options.store.pending.update(id, { trouble: error.code === 'NOT_FOUND' ? goneText : error.message }).catch(() => undefined)
    this.#options.onChange()
  }

  #tell(id: string | null): void {
    this.#sendingId = id
    this.#options.onChange()
  }
}

export const goneText = 'The server does not have the entry that this file belongs to. It may have been deleted.'
